import { written } from "./api-file.ts";
import { formItem, type OfficeUsed, take } from "./form-items.ts";
import { imports } from "./imports.ts";
import { type Column, isMoment, isNumber, type Model } from "./model.ts";
import { array, type Doc, hard, indent, join, object, print, tall, tallArray } from "./print.ts";
import { str } from "./words.ts";

/** Columns of the list, the one that names a row first. */
const listed = ({ columns, name }: Model): Column[] => [
  name,
  ...columns.filter((column) => column.isList && !column.isPk && column !== name),
];

function typeOf(column: Column): string {
  if (column.kind === "boolean") return "boolean";
  if (column.kind === "decimal") return column.isRequired ? "string" : "string | null";
  if (isNumber(column)) return "number";
  if (!isMoment(column) || column.property === "createTime") return "string";
  return column.isRequired ? "string" : "string | null";
}

/** What the page touches of a row. */
function rowType(model: Model): Doc {
  const shown = [...new Set([model.pk, ...listed(model), ...written(model)])];
  const inOrder = model.columns.filter((column) => shown.includes(column));
  return [
    `type ${model.type} = {`,
    indent(...inOrder.flatMap((column) => [hard, `${column.property}: ${typeOf(column)};`])),
    hard,
    "};",
  ];
}

function filterOf(column: Column): Doc {
  const label = `label: ${str(column.label)}`;
  if (column.query === "range") {
    const name = column.property.charAt(0).toUpperCase() + column.property.slice(1);
    return object(['kind: "range"', `name: ${str(name)}`, label]);
  }
  const name = `name: ${str(column.property)}`;
  return column.dict
    ? object(['kind: "dict"', name, label, `dict: ${str(column.dict.type)}`])
    : object(['kind: "text"', name, label]);
}

function columnOf(column: Column, model: Model, used: OfficeUsed): Doc {
  const { property, label, dict, kind } = column;
  const isFirst = column === model.name;
  const isSortable = !model.tree && !dict;
  const hasRender = kind === "boolean" || kind === "day" || dict;
  const facts: Doc[] = [`key: ${str(property)}`, `title: ${str(label)}`];
  if (isMoment(column)) facts.push(`width: ${kind === "day" ? 120 : 180}`);
  else if (isNumber(column)) facts.push("width: 110", "isNumber: true");
  else if (dict || kind === "boolean") facts.push("width: 120");
  if (isSortable && kind !== "boolean") facts.push("isSortable: true");
  if (!isFirst && (column.html === "textarea" || property === "remark")) {
    facts.push("isExtra: true");
  }
  if (dict) {
    const isMany = column.html === "checkbox";
    const name = isMany ? "DictWords" : "DictTag";
    take(used, isMany ? "form/plain-fields" : "form/dict", name);
    const tag = `<${name} type=${str(dict.type)} value={row.${property}} />`;
    facts.push(`render: (row) => ${tag}`);
  } else if (kind === "boolean") facts.push(`render: (row) => (row.${property} ? "是" : "否")`);
  else if (kind === "day") {
    facts.push(`render: (row) => row.${property}${column.isRequired ? "" : "?"}.slice(0, 10)`);
  }
  // What renders stands open, as people write it.
  return hasRender ? tall(facts) : object(facts);
}

const constOf = (name: string, type: string, items: readonly Doc[]): Doc => [
  `const ${name}: ${type}[] = `,
  items.length > 1 ? tallArray(items) : array(items),
  ";",
];

function formOf(model: Model, used: OfficeUsed): Doc {
  const fields = written(model);
  const { tree } = model;
  const initial = fields.flatMap((column): string[] => {
    const [first] = column.dict?.entries ?? [];
    if (column === tree?.parent || column === model.owner?.key) return [];
    if (column.isRequired && first && column.html === "radio") {
      return [`${column.property}: ${str(first.value)}`];
    }
    if (column === model.order) return [`${column.property}: 0`];
    return column.kind === "boolean" ? [`${column.property}: false`] : [];
  });
  const shown = fields.filter((column) => column !== model.owner?.key);
  const items = shown.map((column) =>
    column === tree?.parent ? parentItem(column, model, used) : formItem(column, model, used),
  );
  const body: Doc =
    items.length === 1 ? (items[0] ?? "") : ["<>", indent(hard, ...join(hard, items)), hard, "</>"];
  return tall([
    ["names: ", array(shown.map(({ property }) => str(property)))],
    ["initial: ", object(initial)],
    ...(model.isWide ? ["width: 640"] : []),
    [`fields: (${tree ? "row" : ""}) => (`, indent(hard, body), hard, ")"],
  ]);
}

function parentItem(column: Column, model: Model, used: OfficeUsed): Doc {
  used.antd.add("Form");
  const label = `上级${model.noun}`;
  return [
    `<Form.Item name="${column.property}" label="${label}">`,
    indent(hard, "<ParentSelect row={row} />"),
    hard,
    "</Form.Item>",
  ];
}

/** The tree to choose the row above from: all but the row itself and what is below it. */
function parentSelect(model: Model, used: OfficeUsed): Doc {
  const { type, pk, name, tree, noun } = model;
  take(used, "tree/tree-select", "type TreeNode");
  take(used, "tree/tree-select", "TreeSelect");
  const parent = tree?.parent.property ?? "";
  const code = `
/** 上级${noun}: all but the row itself and what is below it. */
function ParentSelect({
  row,
  ...field
}: {
  row: ${type} | undefined;
  value?: number | undefined;
  onChange?: (value: number | undefined) => void;
  id?: string;
}) {
  const { data } = useQuery({
    queryKey: [ENTITY.path, "parents", row?.${pk.property}],
    queryFn: ({ signal }) => {
      const path = row ? \`/list/exclude/\${row.${pk.property}}\` : "/list";
      return call<{ data: ${type}[] }>("GET", \`\${ENTITY.path}\${path}\`, { signal });
    },
  });
  const rows = (data?.data ?? []).map((each) => ({
    id: each.${pk.property},
    parentId: each.${parent},
    label: each.${name.property},
    disabled: false,
  }));
  const nodes: TreeNode[] = [{ id: 0, label: "（最上层）", children: treeOf(rows) }];
  return <TreeSelect label="上级${noun}" nodes={nodes} {...field} />;
}
`;
  return code;
}

function pageOf(model: Model, used: OfficeUsed): Doc {
  const { tree, items, owner, noun, type } = model;
  const page = tree ? "TreePage" : "CrudPage";
  const props: Doc[] = [
    "entity={ENTITY}",
    `title="${noun}"`,
    "filters={FILTERS}",
    "columns={COLUMNS}",
  ];
  if (tree) {
    props.push(
      `parent="${tree.parent.property}"`,
      `order={{ key: "${tree.order.property}", ids: "${model.pk.property}s" }}`,
      "isOpenFirst",
    );
  }
  if (items) {
    const run = `(row) => openPath(\`${items.page}?${items.key}=\${row.${model.pk.property}}\`)`;
    props.push([
      "rowActions={",
      tallArray([
        tall([
          'key: "items"',
          `label: ${str(items.noun)}`,
          `permi: ${str(`${items.module}:${items.business}:list`)}`,
          `run: ${run}`,
        ]),
      ]),
      "}",
    ]);
  }
  if (owner) props.push(`fixed={{ ${owner.key.property} }}`);
  props.push(["form={", formOf(model, used), "}"]);
  const body: Doc = [`<${page}`, indent(...props.flatMap((prop) => [hard, prop])), hard, "/>"];
  const key = owner?.key.property ?? "";
  const head: Doc = owner
    ? [
        `const ${key} = useTab().query.${key} ?? "";`,
        hard,
        `if (!/^\\d+$/.test(${key})) {`,
        indent(
          hard,
          `return <Card picture={<DocumentPicture />} title="请从${owner.model.noun}进入" />;`,
        ),
        hard,
        "}",
        hard,
      ]
    : [];
  return [
    `/** ${noun}. */`,
    hard,
    `export default function ${type}Page() {`,
    indent(hard, head, "return (", indent(hard, body), hard, ");"),
    hard,
    "}",
  ];
}

/** office.tsx. */
export function officeFile(model: Model): string {
  const { noun, tree, owner, items, type } = model;
  const used: OfficeUsed = { antd: new Set(), parts: new Map() };
  const page = pageOf(model, used);
  const select = tree ? parentSelect(model, used) : [];
  const columns = listed(model).map((column) => columnOf(column, model, used));
  const filters = model.columns.filter(({ query }) => query && query !== undefined);
  const shown = filters.filter((column) => column !== owner?.key).map(filterOf);
  take(used, tree ? "tree/tree-page" : "list/crud-page", tree ? "TreePage" : "CrudPage");
  const office = "#src/office";
  return print([
    imports([
      { from: "@tanstack/react-query", names: tree ? ["useQuery"] : [] },
      { from: "antd", names: [...used.antd] },
      { from: "#src/lib/tree.ts", names: tree ? ["treeOf"] : [] },
      { from: `${office}/shell/card.tsx`, names: owner ? ["Card"] : [] },
      { from: `${office}/calls/http.ts`, names: tree ? ["call"] : [] },
      {
        from: `${office}/list/crud-types.ts`,
        names: ["Column", "Entity", "Filter"],
        isType: true,
      },
      ...[...used.parts].map(([part, names]) => ({
        from: `${office}/${part}.tsx`,
        names: [...names],
      })),
      { from: `${office}/shell/pictures.tsx`, names: owner ? ["DocumentPicture"] : [] },
      { from: `${office}/tabs/tab.tsx`, names: owner ? ["useTab"] : [] },
      { from: `${office}/tabs/workspace.ts`, names: items ? ["openPath"] : [] },
    ]),
    hard,
    rowType(model),
    hard,
    hard,
    `const ENTITY: Entity<${type}> = `,
    tall([
      `noun: ${str(noun)}`,
      `path: ${str(`/${model.module}/${model.business}`)}`,
      `permi: ${str(`${model.module}:${model.business}`)}`,
      `id: ${str(model.pk.property)}`,
      `name: ${str(model.name.property)}`,
      ...(tree ? ["isUnexported: true"] : []),
    ]),
    ";",
    hard,
    hard,
    constOf("FILTERS", "Filter", shown),
    hard,
    hard,
    constOf("COLUMNS", `Column<${type}>`, columns),
    hard,
    hard,
    page,
    hard,
    select,
  ]);
}
