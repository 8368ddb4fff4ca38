type Kind = "ul" | "ol";

/** Which list a marker of Word's begins; undefined for one that is part of the text. */
function kindOf(marker: string): Kind | undefined {
  if (/^(\d+|[a-zA-Z]|[ivxIVX]+)[.)、．]?$/.test(marker) && marker !== "o") return "ol";
  return /^[·•o§Øü■□●○◆➢–—-]$/.test(marker) ? "ul" : undefined;
}

/** Word writes lists as paragraphs that carry their level in a style. */
export function buildLists(page: Document): void {
  let open: { list: HTMLElement; level: number; kind: Kind }[] = [];
  let last: Element | undefined;
  for (const line of [...page.body.querySelectorAll<HTMLElement>("p")]) {
    const level = Number(/mso-list:[^;]*level(\d)/.exec(line.getAttribute("style") ?? "")?.[1]);
    if (!level) continue;
    const ignored = [...line.querySelectorAll("span")].find((each) =>
      /mso-list:\s*ignore/i.test(each.getAttribute("style") ?? ""),
    );
    const marker = ignored?.textContent?.replace(/[\s\u00a0]/g, "") ?? "";
    const kind = kindOf(marker);
    ignored?.remove();
    if (!kind) {
      line.prepend(marker);
      continue;
    }
    const isNext = last !== undefined && line.previousElementSibling === last;
    open = isNext ? open.filter((each) => each.level <= level) : [];
    if (open.at(-1)?.level === level && open.at(-1)?.kind !== kind) open.pop();
    let place = open.at(-1);
    if (!place || place.level < level) {
      const list = page.createElement(kind);
      const outer = place?.list.lastElementChild;
      if (outer) outer.append(list);
      else line.before(list);
      place = { list, level, kind };
      open.push(place);
    }
    const item = page.createElement("li");
    item.append(...line.childNodes);
    place.list.append(item);
    last = open[0]?.list;
    line.remove();
  }
}
