import type { JSONContent } from "@tiptap/react";

/**
 * 一键排版: empty paragraphs go, spaces used for indenting and lining up go, a heading is not bold on
 * top of being a heading, and left and justified are the page's business. Words, pictures, tables,
 * links and the writer's own emphasis stay as they are.
 */
export function tidied(doc: JSONContent): JSONContent {
  const content = tidyAll(doc.content ?? []);
  return { ...doc, content: content.length > 0 ? content : [{ type: "paragraph" }] };
}

function tidyAll(nodes: readonly JSONContent[]): JSONContent[] {
  return nodes.flatMap((node) => {
    const { type } = node;
    if (type === "paragraph" || type === "heading") return tidyLine(node);
    // Code is lined up by its spaces.
    if (type === "codeBlock" || !node.content) return [node];
    const content = tidyAll(node.content);
    if (content.length > 0) return [{ ...node, content }];
    const isNeeded = type === "tableCell" || type === "tableHeader" || type === "listItem";
    return isNeeded ? [{ ...node, content: [{ type: "paragraph" }] }] : [];
  });
}

function tidyLine(node: JSONContent): JSONContent[] {
  const isHeading = node.type === "heading";
  const parts = (node.content ?? []).map((each) => {
    const marks = isHeading ? each.marks?.filter((mark) => mark.type !== "bold") : each.marks;
    const { marks: _before, ...rest } = each;
    const dressed = marks?.length ? { ...rest, marks } : rest;
    const isCode = marks?.some((mark) => mark.type === "code");
    return each.text === undefined || isCode
      ? dressed
      : { ...dressed, text: each.text.replace(/[\u00a0\t ]+/g, " ").replace(/\u3000+/g, "\u3000") };
  });
  const content = trimmed(
    trimmed(parts, /^[\s\u3000\u00a0]+/, "first"),
    /[\s\u3000\u00a0]+$/,
    "last",
  );
  if (content.length === 0) return [];
  const { content: _before, attrs, ...rest } = node;
  return [{ ...rest, ...(attrs ? { attrs: withoutAlign(attrs) } : {}), content }];
}

/** Takes space and line breaks off one end. */
function trimmed(parts: JSONContent[], space: RegExp, end: "first" | "last"): JSONContent[] {
  const left = [...parts];
  for (;;) {
    const part = end === "first" ? left[0] : left.at(-1);
    if (!part) return left;
    const take = () => (end === "first" ? left.shift() : left.pop());
    if (part.type === "hardBreak") {
      take();
      continue;
    }
    if (part.text === undefined) return left;
    const text = part.text.replace(space, "");
    if (text) {
      left[end === "first" ? 0 : left.length - 1] = { ...part, text };
      return left;
    }
    take();
  }
}

const withoutAlign = (attrs: Record<string, unknown>) =>
  attrs.textAlign === "left" || attrs.textAlign === "justify"
    ? { ...attrs, textAlign: null }
    : attrs;
