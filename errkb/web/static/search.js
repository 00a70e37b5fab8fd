// The search of a static site: a paste or some words -> the records that fit, from a few small files of /search/.
// How they are made is told in errkb/web/searchindex.py.
"use strict";
(() => {
  const root = document.body.dataset.root;
  const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
  const VALUE = new Map([...DIGITS].map((digit, at) => [digit, at]));
  const LINES = 4, WORDS_OF_A_LINE = 9, WORDS = 24, LOADED = 20, SHOWN = 12;
  const LONGEST_TEXT = 200000, LONGEST_LINE = 4000, MOST_LINES = 3000, FOLLOWING = 12;
  const CLASS = /(?:^|[\s\]:|(])((?:[A-Za-z_$][\w$]*[.:]+)*[A-Z][\w$]*(?:Error|Exception|Warning|Interrupt|Exit|Failure|Panic|Fault))\b(?::|\s|$)/;
  const FRAME = /^\s*(?:File "|at \S|from \S+:\d+|\.{3}|#\d+ |\^|\d+: )/;
  const LOUD = /\b(?:error|fatal|panic|exception|failed|failure|critical|denied|refused|cannot|abort)/i;

  const loaded = new Map();
  const load = (path, kind) => {
    if (!loaded.has(path)) {
      loaded.set(path, fetch(`${root}search/${path}`, { credentials: "omit" }).then((answer) => {
        if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
        return kind === "bytes" ? answer.arrayBuffer().then((data) => new Uint8Array(data)) : answer.json();
      }).catch((error) => {
        loaded.delete(path);
        throw error;
      }));
    }
    return loaded.get(path);
  };

  const encoder = new TextEncoder();
  const hashOf = (word) => {
    let value = 0x811c9dc5;
    for (const byte of encoder.encode(word)) value = Math.imul(value ^ byte, 0x01000193) >>> 0;
    return value;
  };
  const wordsOf = (text) => {
    const found = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) || [];
    return [...new Set(found.filter((word) => word.length > 1 && !/^\p{Nd}+$/u.test(word)))].slice(0, 120);
  };
  const fold = (text) => text.replace(/[\u2018\u2019]/g, "'").replace(/[\u201c\u201d]/g, '"').replace(/\s+/g, " ");

  const decoded = (list) => {
    const found = [];
    let number = -1, at = 0;
    while (at < list.length) {
      let distance = 0, shift = 0, digit;
      while ((digit = VALUE.get(list[at++])) >= 32) {
        distance += (digit - 32) * 2 ** shift;
        shift += 5;
      }
      number += distance + digit * 2 ** shift + 1;
      found.push(number, VALUE.get(list[at++]));
    }
    return found;
  };

  // Which lines could be an error: those with rare known words, behind a class or a loud word rather than in a frame.
  const promising = (text, rarity) => {
    const lines = text.split(/\r\n|\r|\n/).slice(0, MOST_LINES);
    const found = [];
    lines.forEach((whole, at) => {
      const line = whole.slice(0, LONGEST_LINE);
      const cls = CLASS.exec(line);
      const words = wordsOf(line).map((word) => [word, rarity(word)]).filter(([, weight]) => weight > 0);
      if (!words.length || (FRAME.test(line) && !cls)) return;
      words.sort(([, a], [, b]) => b - a);
      const weight = words.slice(0, WORDS_OF_A_LINE).reduce((sum, [, one]) => sum + one, 0);
      const promise = weight * (cls ? 2.5 : LOUD.test(line) ? 1.5 : 1) + at / lines.length;
      const message = cls ? line.slice(cls.index + cls[0].length) : line;
      const rest = lines.slice(at, at + FOLLOWING).join(" ").slice(0, LONGEST_LINE);
      found.push({ at, line: fold(line).trim(), rest: fold(rest).trim(), message: fold(message).trim(), cls: cls && cls[1], words, promise });
    });
    found.sort((a, b) => b.promise - a.promise);
    return found.slice(0, LINES);
  };

  // Where the literals of a wording stand in a text, from left to right; undefined if they do not.
  const verified = (pieces, text) => {
    const values = [];
    let at = 0, start = -1, end = 0;
    for (let n = 0; n < pieces.length; n += 2) {
      const literal = fold(pieces[n]);
      const last = n + 1 >= pieces.length;
      if (!literal.trim() && !last) { if (n === 0) { start = 0; } continue; }
      const gap = n > 0 ? 1 : 0;
      const found = literal.trim() ? text.indexOf(last && n === 0 ? literal.trim() : literal, at + gap) : text.length;
      if (found < 0 || (n > 0 && found > text.length)) return undefined;
      if (n > 0) values.push([pieces[n - 1], text.slice(at, found)]);
      if (start < 0) start = found;
      at = found + literal.length;
      end = at;
    }
    if (pieces.length % 2 === 0) {
      if (at >= text.length) return undefined;
      values.push([pieces[pieces.length - 1], text.slice(at)]);
      end = text.length;
    }
    return { start, end, values };
  };

  const bare = (name) => (name || "").split(/[.:]/).pop().toLowerCase();

  const rated = (row, line, share, weight, paste) => {
    const [id, path, cls, code, severity, pieces] = row;
    const repo = row[6] || path.slice(0, path.lastIndexOf("/"));
    const literal = pieces.filter((_, n) => n % 2 === 0).join("").replace(/\s+/g, " ").trim().length;
    const span = verified(pieces, line.message) || verified(pieces, line.line) || verified(pieces, line.rest);
    const project = wordsOf(repo).some((word) => word.length > 2 && paste.places.has(word));
    let score = weight + 6 * share;
    if (span && literal >= 4) {
      const all = Math.min(1, (span.end - span.start) / Math.max(1, line.message.length));
      score = 100 + Math.min(literal, 200) + 60 * all * all - (span.start > 0 && all < 0.5 ? 30 : 0);
    }
    if (line.cls) score += bare(line.cls) === bare(cls) ? 25 : cls ? -25 : 0;
    if (code && paste.words.has(code.toLowerCase())) score += 20;
    if (project) score += 15;
    return { id, path, repo, cls, code, severity, pieces, score, sure: Boolean(span) && literal >= 8, values: span ? span.values : [] };
  };

  // The records that fit a text, best first.
  const find = async (given) => {
    const text = given.slice(0, LONGEST_TEXT);
    const [meta, table] = await Promise.all([load("meta.json"), load("df.bin", "bytes")]);
    const rarity = (word) => {
      const slot = hashOf(word) % meta.slots;
      const value = (table[slot >> 1] >> (4 * (slot & 1))) & 15;
      return value ? Math.log(1 + meta.wordings / (1 + 2 ** (value - 1))) : 0;
    };
    const lines = promising(text, rarity);
    const paste = { words: new Set(text.toLowerCase().split(/[^\p{L}\p{N}_]+/u)), places: new Set() };
    for (const line of text.split("\n").slice(0, MOST_LINES)) {
      if (/[\\/.]/.test(line)) for (const word of wordsOf(line.slice(0, 400))) paste.places.add(word);
    }
    const wanted = new Set();
    for (let n = 0; n < WORDS_OF_A_LINE && wanted.size < WORDS; n += 1) {
      for (const line of lines) if (line.words[n] && wanted.size < WORDS) wanted.add(line.words[n][0]);
    }
    const lists = new Map();
    await Promise.all([...wanted].map(async (word) => {
      const shard = await load(`w/${(hashOf(word) >>> 16) % meta.shards}.json`);
      if (Object.hasOwn(shard, word)) lists.set(word, decoded(shard[word]));
    }));

    const best = new Map();
    lines.forEach((line, n) => {
      const shares = new Map();
      for (const [word] of line.words) {
        const list = lists.get(word);
        if (!list) continue;
        const weight = Math.log(1 + meta.wordings / (1 + list.length / 2));
        for (let at = 0; at < list.length; at += 2) {
          const known = shares.get(list[at]) || [0, 0];
          known[0] += list[at + 1] / 63;
          known[1] += weight;
          shares.set(list[at], known);
        }
      }
      for (const [number, [share, weight]] of shares) {
        const score = weight * (0.8 + 0.4 * Math.min(1, share));
        if (score > (best.get(number) || [0])[0]) best.set(number, [score, n, Math.min(1, share), weight]);
      }
    });
    const first = [...best].sort(([a, x], [b, y]) => y[0] - x[0] || a - b).slice(0, LOADED);
    const rows = await Promise.all(first.map(async ([number, [, n, share, weight]]) => {
      const chunk = Math.floor(number / meta.chunk);
      const part = await load(`r/${Math.floor(chunk / meta.folder)}/${chunk}.json`);
      return rated(part[number % meta.chunk], lines[n], share, weight, paste);
    }));
    rows.sort((a, b) => b.score - a.score || a.pieces.join("").length - b.pieces.join("").length || (a.id < b.id ? -1 : 1));
    const seen = new Set();
    return rows.filter((row) => !seen.has(row.id) && seen.add(row.id)).slice(0, SHOWN);
  };

  const { make } = window.errkb;
  const drawn = (row, words) => {
    const item = make("li", {});
    const link = make("a", { href: `${root}errors/${row.path}/` });
    const message = row.pieces.join("");
    const marks = words.length ? new RegExp(words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, "\\$&")).join("|"), "giu") : null;
    let at = 0;
    const shown = message.length > 220 ? `${message.slice(0, 219)}…` : message;
    for (const match of marks ? shown.matchAll(marks) : []) {
      link.append(shown.slice(at, match.index), make("mark", {}, match[0]));
      at = match.index + match[0].length;
    }
    link.append(shown.slice(at));
    const meta = make("span", { class: "meta" }, `${row.repo} · `);
    const known = ["critical", "error", "warning", "info"].includes(row.severity);
    meta.append(make("span", { class: known ? `sev ${row.severity}` : "sev" }, row.severity));
    if (row.cls || row.code) meta.append(` · ${row.cls || row.code}`);
    item.append(link, meta);
    const values = row.sure ? row.values.filter(([name, value]) => name !== "…" && value.length < 200).slice(0, 6) : [];
    if (values.length) {
      item.append(make("span", { class: "meta" }, values.map(([name, value]) => `${name.replace(/^\$?\{|\}$/g, "")} = ${value}`).join(" · ")));
    }
    return item;
  };

  const show = (place, rows, text) => {
    place.replaceChildren();
    const sure = rows.filter((row) => row.sure).slice(0, 3);
    const rest = rows.filter((row) => !sure.includes(row));
    const words = wordsOf(text).length <= 12 ? wordsOf(text) : [];
    const list = (title, some, note) => {
      if (!some.length) return;
      place.append(make("h2", {}, title));
      if (note) place.append(make("p", { class: "aside" }, note));
      const rowsElement = make("ul", { class: "rows" });
      rowsElement.append(...some.map((row) => drawn(row, words)));
      place.append(rowsElement);
    };
    list(sure.length === 1 ? "This is the error" : "These fit", sure);
    list(sure.length ? "Also near" : "Nearest, not certain", rest, sure.length ? "" : "None of these is claimed to be the answer.");
    if (!rows.length) place.append(make("p", { class: "lead" }, "No record fits."));
  };

  const form = document.getElementById("ask");
  const place = document.getElementById("found");
  if (form && place) {
    const box = form.elements.q;
    const answer = async (text) => {
      place.replaceChildren(make("p", { class: "aside" }, "Searching…"));
      try {
        show(place, await find(text), text);
      } catch {
        place.replaceChildren(make("p", { class: "note" }, "The index could not be loaded. Try again."));
      }
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (!box.value.trim()) return;
      history.replaceState({ text: box.value.slice(0, 50000) }, "");
      answer(box.value);
    });
    // The way back from a record leads to what was found; words may come from the small box of another page.
    const before = (history.state && history.state.text) || new URLSearchParams(location.search).get("q");
    if (before) {
      box.value = before;
      answer(before);
    }
  }
  window.errkb.find = find;
})();
