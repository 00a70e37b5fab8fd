"use strict";
(() => {
  const form = document.getElementById("filters");
  const list = document.getElementById("list");
  if (!form || !list) return;
  const errors = [...list.children];
  const told = document.getElementById("shown");
  const text = document.getElementById("text");
  const before = told.textContent;
  const texts = new Map();
  const chosen = { f: document.getElementById("f"), u: document.getElementById("u") };
  const chips = [...form.querySelectorAll("[data-bucket]")];
  let bucket = "";

  const words = (error) => {
    if (!texts.has(error)) texts.set(error, error.textContent.toLowerCase());
    return texts.get(error);
  };
  // Where only some names of an error are known, it is not hidden: it may well stand in the chosen one.
  const stands = (error, kind) => {
    const wanted = chosen[kind] && chosen[kind].value;
    if (!wanted) return true;
    if (error.dataset[kind].split(" ").includes(wanted)) return true;
    return kind === "f" ? "moreF" in error.dataset : "moreU" in error.dataset;
  };
  const fits = (error, parts) =>
    (!bucket || (bucket === "new" ? "new" in error.dataset : error.dataset.b === bucket)) &&
    stands(error, "f") && stands(error, "u") && parts.every((part) => words(error).includes(part));

  const apply = () => {
    const parts = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const error of errors) {
      const shown = fits(error, parts);
      error.hidden = !shown;
      count += shown;
    }
    const all = count === errors.length;
    told.textContent = all ? before : count ? `${count.toLocaleString("en")} of ${errors.length.toLocaleString("en")} errors` : "No error fits. Reset shows all of them.";
    for (const chip of chips) chip.setAttribute("aria-pressed", String(chip.dataset.bucket === bucket));
  };

  // A link into the list opens what it leads to, whatever is filtered.
  const open = () => {
    const target = /^#e\d+$/.test(location.hash) && document.getElementById(location.hash.slice(1));
    if (!target) return;
    if (target.hidden) {
      form.reset();
      apply();
    }
    target.open = true;
    target.scrollIntoView({ block: "start", behavior: "instant" });
    target.querySelector("summary").focus({ preventScroll: true });
  };

  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", apply);
  form.addEventListener("click", (event) => {
    const chip = event.target.closest("[data-bucket]");
    if (!chip) return;
    bucket = chip.dataset.bucket;
    apply();
  });
  form.addEventListener("reset", () => {
    bucket = "";
    setTimeout(apply);
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof Element && event.target.matches("input, select, textarea");
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      text.focus();
    }
  });
  window.addEventListener("hashchange", open);
  open();
})();
