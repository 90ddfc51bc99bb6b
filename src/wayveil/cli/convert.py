"""`wayveil convert`: the same points in another format, with the papers that belong to them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from wayveil import io
from wayveil.certificate import Certificate, digest
from wayveil.cli._bar import bar
from wayveil.cli._places import Place, PlaceType, clear, present, writable
from wayveil.cli._reading import Reading, input_json, load, reading_flags, released, understood
from wayveil.cli._show import labelled, the_voice
from wayveil.cli._verb import Verb, certificate_flag, force_flag, json_flag
from wayveil.errors import ClaimBroken
from wayveil.release import Release, read_certificate
from wayveil.shapes import Shape, Trajectories


@click.command(cls=Verb)
@click.argument("input", type=PlaceType(), metavar="INPUT")
@click.argument("output", type=PlaceType(), metavar="OUTPUT")
@reading_flags
@certificate_flag
@force_flag
@json_flag
def convert(
    input: Place,
    output: Place,
    reading: Reading,
    format: str | None,
    certificate: Path | None,
    force: bool,
) -> None:
    """Write another format, and carry the certificate along.

    The format is told by the ending of the name. If INPUT has a certificate, OUTPUT gets it too,
    after a check that it fits. The flags about reading are for data without a certificate.
    """
    voice = the_voice()
    if output.is_stream:
        voice.keep_stdout_for_data()
    present(input)
    papers = _papers_of(input, certificate)
    target = None if papers is None else _target(input, output, certificate)
    clear([*output.files, target], [*input.sources(format)], force=force)
    io.check_target(_shape(papers), output.name, output.format(format))
    writable([*output.files, target])
    with bar(voice):
        data, facts, lines = _read(input, papers, reading, format)
        _write(data, papers, target, output, format, force)
    lines.append(("Wrote", output.as_target))
    if target:
        lines.append(("", f"{target}: its certificate"))
    document: dict[str, Any] = {
        "input": {"file": input.name, **facts},
        "output": output.name,
        "certificate": str(target) if target else None,
    }
    voice.show(document, *labelled(lines))


def _papers_of(input: Place, certificate: Path | None) -> Certificate | None:
    """Read the certificate that came with the input, if any did."""
    if input.is_stream:
        return read_certificate(certificate) if certificate else None
    beside = input.certificate(None)
    return read_certificate(beside) if beside.exists() else None


def _target(input: Place, output: Place, certificate: Path | None) -> Path | None:
    """Say where the certificate goes; from stream to stream it stays where it is."""
    if input.is_stream:
        return None if output.is_stream else output.certificate(None)
    return output.certificate(certificate if output.is_stream else None)


def _shape(papers: Certificate | None) -> str:
    return Trajectories.shape if papers is None else papers.shape


def _read(
    input: Place, papers: Certificate | None, reading: Reading, format: str | None
) -> tuple[Shape, dict[str, Any], list[tuple[str, object]]]:
    """Read data of any shape, and say how it was understood, as values and in lines."""
    if papers is None or papers.shape == Trajectories.shape:
        loaded = load(input, {} if papers else reading, format)
        return loaded.data, input_json(loaded), [*understood(input.as_source, loaded)]
    data = released(input, papers, format)
    return data, {**data.size()}, [("Read", f"{input.as_source}: {papers.shape}")]


def _write(
    data: Shape,
    papers: Certificate | None,
    target: Path | None,
    output: Place,
    format: str | None,
    force: bool,
) -> None:
    if papers is not None and digest(data) != papers.digest:
        raise ClaimBroken(
            "the data is not what its certificate was issued for; nothing was written.",
            "See: wayveil verify. To convert it as plain data, move the certificate away.",
        )
    spoken = output.format(format)
    if papers is None or target is None:
        io.write_shape(data, output.name, format=spoken, force=force)
    else:
        Release(data, papers).write(output.name, certificate=target, format=spoken, force=force)
