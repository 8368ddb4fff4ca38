import { ArrowLeftOutlined } from "@ant-design/icons";
import { CopyButton } from "#src/office/form/copy-button.tsx";
import { accessWords, type Operation, type Schema } from "./document.ts";
import { Method } from "./operation-list.tsx";
import { rowsOf } from "./schema.ts";
import { FieldTable, SchemaTable } from "./schema-table.tsx";
import { TryIt } from "./try-it.tsx";
import { BUSINESS_WORDS } from "./words.ts";

const PLACES = { path: "地址", query: "查询", header: "请求头" } as const;

/** One operation: purpose, rights, request, answer, and a form to try it. */
export function OperationDetail({
  operation,
  schemas,
  onBack,
}: {
  operation: Operation;
  schemas: Readonly<Record<string, Schema>>;
  /** Given on a phone, where the list is another page. */
  onBack: (() => void) | undefined;
}) {
  const { method, path, group, summary, access, log, parameters, body, answer } = operation;
  const who = accessWords(access);
  const parameterRows = parameters.map(({ name, in: place, required, description, schema }) => {
    const [row] = rowsOf({ type: "object", properties: { [name]: schema ?? {} } });
    const note = [description, row?.note].filter(Boolean).join("；");
    return {
      key: `${place} ${name}`,
      depth: 0,
      name,
      type: `${PLACES[place]} · ${row?.type ?? "文本"}`,
      isRequired: required === true,
      note,
    };
  });
  return (
    <article className="sw-detail" aria-labelledby="sw-title">
      <header>
        {onBack && (
          <button type="button" className="o-link sw-back" onClick={onBack}>
            <ArrowLeftOutlined aria-hidden /> 返回接口列表
          </button>
        )}
        <h2 id="sw-title" tabIndex={-1}>
          {group} · {summary}
        </h2>
        <p className="sw-address">
          <Method method={method} />
          <code>/prod-api{path}</code>
          <CopyButton text={`/prod-api${path}`} label="复制地址" />
        </p>
        <dl className="sw-facts">
          <div>
            <dt>权限</dt>
            <dd>{who.isCode ? <code>{who.text}</code> : who.text}</dd>
          </div>
          <div>
            <dt>操作日志</dt>
            <dd>{log ? `${log[0]} · ${BUSINESS_WORDS[log[1]] ?? "其他"}` : "不记"}</dd>
          </div>
        </dl>
      </header>
      {parameters.length > 0 && (
        <section>
          <h3>参数</h3>
          <FieldTable label="参数表" rows={parameterRows} />
        </section>
      )}
      {body && (
        <section>
          <h3>请求体</h3>
          <SchemaTable label="请求体的字段" schema={body} schemas={schemas} />
        </section>
      )}
      <section>
        <h3>返回</h3>
        <p className="o-note">
          HTTP 状态恒为 200；code 不是 200 时为拒绝，原因在 msg，字段上的问题在 data。
        </p>
        {answer && (
          <SchemaTable label="返回的字段" required="必有" schema={answer} schemas={schemas} />
        )}
      </section>
      <section>
        <h3>试一试</h3>
        <TryIt key={operation.id} operation={operation} schemas={schemas} />
      </section>
    </article>
  );
}
