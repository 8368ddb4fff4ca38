import { zipOf } from "./workbooks.ts";

// Word documents made of parts, by hand: parts that LibreOffice never writes, and broken ones.

const SPACES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"';

const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

type Part = { name: string; text: string | Buffer };

export type DocxOptions = {
  /** Pictures below word/media/, with the relations rId100, rId101 … */
  media?: readonly { name: string; bytes: Buffer }[];
  numbering?: string;
  styles?: string;
  footnotes?: string;
  more?: readonly Part[];
};

/** A .docx with this inside its `w:body`. */
export function docx(body: string, options: DocxOptions = {}): Buffer {
  const { media = [], more = [] } = options;
  const own = (["styles", "numbering", "footnotes"] as const).filter((name) => options[name]);
  const links = [
    ...own.map(
      (name) => `<Relationship Id="${name}" Type="${OFFICE}/${name}" Target="${name}.xml"/>`,
    ),
    ...media.map(
      ({ name }, index) =>
        `<Relationship Id="rId${100 + index}" Type="${OFFICE}/image" Target="media/${name}"/>`,
    ),
    `<Relationship Id="link" Type="${OFFICE}/hyperlink" Target="https://example.org/" TargetMode="External"/>`,
  ];
  return zipOf([
    { name: "[Content_Types].xml", text: "<Types/>" },
    {
      name: "_rels/.rels",
      text: `<Relationships><Relationship Id="r" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: "word/document.xml",
      text: `<?xml version="1.0"?><w:document ${SPACES}><w:body>${body}</w:body></w:document>`,
    },
    {
      name: "word/_rels/document.xml.rels",
      text: `<Relationships>${links.join("")}</Relationships>`,
    },
    ...own.map((name) => ({
      name: `word/${name}.xml`,
      text: `<w:${name} ${SPACES}>${options[name]}</w:${name}>`,
    })),
    ...media.map(({ name, bytes }) => ({ name: `word/media/${name}`, text: bytes })),
    ...more,
  ]);
}

export const run = (text: string, settings = "") =>
  `<w:r>${settings ? `<w:rPr>${settings}</w:rPr>` : ""}<w:t xml:space="preserve">${text}</w:t></w:r>`;

/** A paragraph of runs; plain text becomes one. */
export const paragraph = (inside: string, settings = "") =>
  `<w:p>${settings ? `<w:pPr>${settings}</w:pPr>` : ""}${inside.startsWith("<") ? inside : run(inside)}</w:p>`;

/** A picture by the number of its media. */
export const drawing = (index: number, alt = "") =>
  `<w:r><w:drawing><wp:inline><wp:extent cx="952500" cy="476250"/><wp:docPr id="1" descr="${alt}"/><a:graphic><a:blip r:embed="rId${100 + index}"/></a:graphic></wp:inline></w:drawing></w:r>`;
