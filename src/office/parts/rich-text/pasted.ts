import { isOwnPicture } from "./to-html.ts";

const RENAMED: readonly [string, string][] = [
  ["h1", "h2"],
  ["h5", "h4"],
  ["h6", "h4"],
];

/**
 * Pasted HTML made ready for the editor's schema, which drops what it does not know. Word's list
 * paragraphs become lists; numbers that belong to the text (一、（一）第一条) stay in it; alignment
 * survives only where it says something.
 * @returns the HTML, and how many foreign pictures it had, which are not taken over.
 */
export function cleanPasted(html: string): { html: string; foreignPictures: number } {
  const page = new DOMParser().parseFromString(html, "text/html");
  const { body } = page;
  for (const each of body.querySelectorAll("style, script, meta, link, title, xml, o\\:p")) {
    each.remove();
  }
  removeComments(page);
  for (const [from, to] of RENAMED) {
    for (const heading of body.querySelectorAll(from)) {
      const renamed = page.createElement(to);
      renamed.append(...heading.childNodes);
      heading.replaceWith(renamed);
    }
  }
  for (const each of body.querySelectorAll<HTMLElement>("[style]")) {
    if (!/^(center|right)$/.test(each.style.textAlign)) each.style.removeProperty("text-align");
  }
  for (const each of body.querySelectorAll("ol[start]")) each.removeAttribute("start");
  buildLists(page);
  const pictures = [...body.querySelectorAll("img")];
  const foreign = pictures.filter((each) => !isOwnPicture(each.getAttribute("src")));
  for (const each of foreign) each.remove();
  return { html: body.innerHTML, foreignPictures: foreign.length };
}

function removeComments(page: Document): void {
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_COMMENT);
  const found: Node[] = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  for (const each of found) (each as ChildNode).remove();
}

type Kind = "ul" | "ol";

/** Which list a marker of Word's begins; undefined for one that is part of the text. */
function kindOf(marker: string): Kind | undefined {
  if (/^(\d+|[a-zA-Z]|[ivxIVX]+)[.)、．]?$/.test(marker) && marker !== "o") return "ol";
  return /^[·•o§Øü■□●○◆➢–—-]$/.test(marker) ? "ul" : undefined;
}

/** Word writes lists as paragraphs that carry their level in a style. */
function buildLists(page: Document): void {
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
