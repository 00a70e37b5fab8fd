// What a page does beyond links and forms: copy buttons, sorting and filtering of tables, Ctrl+Enter. All of it is extra.
"use strict";
(() => {
  const make = (name, attributes, text) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text) element.textContent = text;
    return element;
  };

  const copied = async (text) => {
    if (navigator.clipboard && window.isSecureContext) {
      await navigator.clipboard.writeText(text);
      return;
    }
    const area = make("textarea", { readonly: "", "aria-hidden": "true", class: "hide" });
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (!done) throw new Error("not copied");
  };

  const addCopyButtons = (root) => {
    for (const figure of root.querySelectorAll(".code")) {
      const pre = figure.querySelector("pre");
      const name = pre.getAttribute("aria-label") || "code";
      const button = make("button", { type: "button", class: "copy", "aria-label": `Copy: ${name}` }, "Copy");
      button.addEventListener("click", async () => {
        try {
          await copied(pre.textContent);
          button.textContent = "Copied";
        } catch {
          button.textContent = "Not copied";
        }
        setTimeout(() => { button.textContent = "Copy"; }, 2000);
      });
      figure.append(button);
    }
  };

  const RANK = { critical: 0, error: 1, warning: 2, info: 3 };
  const KEYS = {
    text: (cell) => cell.textContent.trim().toLowerCase(),
    number: (cell) => Number(cell.textContent.replace(/\D/g, "")),
    severity: (cell) => RANK[cell.textContent.trim()] ?? 9,
    place: (cell) => cell.textContent.trim().replace(/\d+$/, (digits) => digits.padStart(8, "0")),
  };

  const sortBy = (table, at, kind, header) => {
    const up = header.getAttribute("aria-sort") === "ascending" ? -1 : 1;
    for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
    header.setAttribute("aria-sort", up === 1 ? "ascending" : "descending");
    const body = table.tBodies[0];
    const keyed = [...body.rows].filter((row) => row.cells[at]).map((row) => [KEYS[kind](row.cells[at]), row]);
    keyed.sort(([a], [b]) => (a < b ? -up : a > b ? up : 0));
    body.append(...keyed.map(([, row]) => row));
  };

  for (const table of document.querySelectorAll(".sortable")) {
    [...table.tHead.rows[0].cells].forEach((header, at) => {
      const button = make("button", { type: "button" }, header.textContent);
      button.addEventListener("click", () => sortBy(table, at, header.dataset.sort, header));
      header.replaceChildren(button);
    });
  }

  for (const sift of document.querySelectorAll("[data-sift]")) {
    const table = document.getElementById(sift.dataset.sift);
    const count = document.getElementById(`${sift.dataset.sift}-count`);
    if (!sift.querySelector("input")) {
      const label = make("label", {}, "Filter ");
      label.append(make("input", { type: "search", autocomplete: "off", spellcheck: "false" }));
      sift.append(label);
    }
    const words = sift.querySelector("input");
    const severity = sift.querySelector("select[name=severity]");
    const apply = () => {
      const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const row of table.tBodies[0].rows) {
        const text = row.textContent.toLowerCase();
        const fits = wanted.every((word) => text.includes(word))
          && (!severity || !severity.value || row.dataset.severity === severity.value);
        row.hidden = !fits;
        shown += fits;
      }
      if (count) count.textContent = wanted.length || (severity && severity.value) ? `${shown} shown` : "";
    };
    words.addEventListener("input", apply);
    if (severity) severity.addEventListener("change", apply);
    if (sift.tagName === "FORM" && !sift.querySelector("button")) {
      sift.addEventListener("submit", (event) => event.preventDefault());
    }
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.id === "paste") {
      event.target.form.requestSubmit();
    }
  });

  addCopyButtons(document);
  window.errkb = { make, addCopyButtons };
})();
