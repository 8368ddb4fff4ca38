import { Button, Input } from "antd";
import { RowActs, RowBox, RowProblem, type RowProps } from "../row-parts.tsx";
import { TOKEN_KEY } from "./groups.ts";

/** 推送密钥: written, never shown again. */
export function TokenRow(props: RowProps & { hasToken: boolean }) {
  const { draft, problem, mayEdit, onChange, hasToken } = props;
  const isRemoving = draft === "" && hasToken;
  return (
    <RowBox
      name="推送密钥"
      settingKey={TOKEN_KEY}
      note="百度搜索资源平台给本站的准入密钥（token）。加密保存，填写后不再显示。"
      fieldId="st-token"
      draft={draft}
    >
      <div className="cf-value">
        <Input.Password
          id="st-token"
          autoComplete="off"
          disabled={!mayEdit}
          placeholder={hasToken ? "已填写；输入新的密钥可以更换" : "还没有填写"}
          value={draft ?? ""}
          {...(problem ? { status: "error" as const, "aria-describedby": "st-token-problem" } : {})}
          onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
        />
        <RowProblem id="st-token-problem" problem={problem} />
        {isRemoving && <p className="o-note">保存后密钥将被删除。</p>}
        {mayEdit && hasToken && draft === undefined && (
          <p className="cf-acts">
            <Button size="small" onClick={() => onChange("")}>
              删除密钥
            </Button>
          </p>
        )}
        <RowActs {...props} name="推送密钥" />
      </div>
    </RowBox>
  );
}
