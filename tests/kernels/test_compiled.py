"""Where no cache can be written, kernels compile in memory."""

from __future__ import annotations

import subprocess
import sys


def test_a_kernel_without_a_file_of_its_own_still_compiles() -> None:
    code = (
        "import numpy as np\n"
        "from wayveil.kernels.compiled import compiled\n"
        "exec('def double(x):\\n    return x * 2')\n"
        "print(compiled(double)(np.arange(3)).tolist())\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[0, 2, 4]"
