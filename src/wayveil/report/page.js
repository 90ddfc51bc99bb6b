(() => {
  const get = id => document.getElementById(id);
  const [maps, tool, lay, cut] = ["pair", "tool", "lay", "cut"].map(get);
  if (!maps) return;
  tool.hidden = false;
  lay.onclick = () => {
    const over = maps.classList.toggle("over");
    lay.setAttribute("aria-pressed", over);
    cut.hidden = !over;
  };
  cut.oninput = () => maps.style.setProperty("--cut", cut.value + "%");
})();
