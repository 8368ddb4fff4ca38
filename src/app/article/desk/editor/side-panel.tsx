import { Form, Input, Radio, Select, Switch } from "antd";
import { PURPOSES } from "#src/lib/upload/upload-rules.ts";
import { Ruled } from "#src/office/form/crud-drawer.tsx";
import { type TreeNode, TreeSelect } from "#src/office/tree/tree-select.tsx";
import { FileUpload } from "#src/office/upload/file-upload.tsx";
import { MAX } from "../model/fields.ts";
import type { ArticleState } from "../model/states.ts";
import type { When } from "../parts/publish-dialog.tsx";
import { VISIBLE_WORDS } from "../parts/state-mark.tsx";
import { CoverField } from "./cover-field.tsx";
import { TimeField } from "./time-field.tsx";

/** What people hang on an article; pictures and films belong into its text. */
const DOCUMENTS = ["doc", "docx", "xls", "xlsx", "ppt", "pptx", "pdf", "txt", "zip", "rar"];
const ATTACHMENT_RULES = {
  types: DOCUMENTS,
  maxMegabytes: PURPOSES.attachment.maxMegabytes,
  maxFiles: MAX.attachments,
};

/** Characters as a person counts them. */
export const counted = (max: number) => ({
  show: true,
  max,
  strategy: (text: string) => [...text].length,
});

const WHEN_WORDS: readonly { value: When; label: string }[] = [
  { value: "now", label: "立即" },
  { value: "at", label: "定时" },
  { value: "past", label: "补录" },
];

/** Everything of an article but its text. */
export function SidePanel({
  categories,
  status,
  when,
  pin,
}: {
  categories: readonly TreeNode[];
  status: ArticleState | undefined;
  when: When;
  /** undefined: this person may not pin it, or it is not public yet. */
  pin: { isTop: boolean; until: string; onChange: (isTop: boolean) => void } | undefined;
}) {
  return (
    <div className="ad-fields">
      <Form.Item name="typeId" label={<Ruled label="栏目" rule="送审、发布前必选" />}>
        <CategoryField categories={categories} />
      </Form.Item>
      <Form.Item name="cover" label="封面" extra="16:9，建议 1280×720；不设则按栏目自动生成">
        <CoverField />
      </Form.Item>
      <Form.Item
        name="summary"
        label={<Counted label="摘要" name="summary" rule="公开文章不填则取正文开头" />}
      >
        <Input.TextArea
          autoSize={{ minRows: 2, maxRows: 6 }}
          count={{ ...counted(MAX.summary), show: false }}
        />
      </Form.Item>
      <div className="ad-pair">
        <Form.Item name="source" label="来源">
          <Input count={{ ...counted(MAX.source), show: false }} />
        </Form.Item>
        <Form.Item name="author" label="作者">
          <Input placeholder="选填" count={{ ...counted(MAX.author), show: false }} />
        </Form.Item>
      </div>
      {status !== "3" && (
        <Form.Item name="when" label="发布时间">
          <Radio.Group block optionType="button" options={[...WHEN_WORDS]} />
        </Form.Item>
      )}
      {when !== "now" && (
        <Form.Item
          name="publishTime"
          className="ad-follow"
          extra={when === "past" ? "补录的文章保留自己原来的日期" : "到时自动发布"}
        >
          <TimeField
            label={when === "at" ? "定时发布的时间" : "原来的发布时间"}
            placeholder="选择时间"
          />
        </Form.Item>
      )}
      {when === "now" && <Form.Item name="publishTime" hidden noStyle />}
      <Form.Item name="visible" label="可见范围">
        <Radio.Group
          block
          optionType="button"
          options={Object.entries(VISIBLE_WORDS).map(([value, label]) => ({
            value,
            label: value === "public" ? label : value === "login" ? "登录可见" : "仅会员",
          }))}
        />
      </Form.Item>
      {pin && (
        <div className="ad-switch">
          <span>置顶</span>
          <Switch aria-label="置顶" checked={pin.isTop} onChange={pin.onChange} />
          <span className="o-note">{pin.until}</span>
        </div>
      )}
      <div className="ad-switch">
        <span>重要</span>
        <Form.Item name="isImportant" valuePropName="checked" noStyle>
          <Switch aria-label="重要" />
        </Form.Item>
        <span className="o-note">在列表中标出</span>
      </div>
      <Form.Item name="keywords" label={<Ruled label="关键词" rule="回车添加" />}>
        <KeywordsField />
      </Form.Item>
      <Form.Item name="attachments" label="附件">
        <FileUpload rules={ATTACHMENT_RULES} />
      </Form.Item>
      <Form.Item name="expireTime" label={<Ruled label="下线时间" rule="到时不再显示" />}>
        <TimeField label="下线时间" placeholder="不下线" />
      </Form.Item>
      <details className="ad-seo">
        <summary>搜索引擎</summary>
        <Form.Item name="seoTitle" label={<Ruled label="搜索标题" rule="不填则用标题" />}>
          <Input count={counted(MAX.seoTitle)} />
        </Form.Item>
        <Form.Item name="seoDescription" label={<Ruled label="搜索描述" rule="不填则用摘要" />}>
          <Input.TextArea autoSize={{ minRows: 2 }} count={counted(MAX.seoDescription)} />
        </Form.Item>
      </details>
    </div>
  );
}

/** A label with how much is written of how much may be. */
function Counted({ label, name, rule }: { label: string; name: "summary"; rule: string }) {
  const text: string = Form.useWatch(name) ?? "";
  const count = [...text].length;
  return <Ruled label={label} rule={count > 0 ? `${count} / ${MAX[name]}` : rule} />;
}

function CategoryField({
  categories,
  value,
  onChange,
  id,
}: {
  categories: readonly TreeNode[];
  value?: number | null;
  onChange?: (value: number | null) => void;
  id?: string;
}) {
  return (
    <TreeSelect
      label="栏目"
      nodes={categories}
      {...(id ? { id } : {})}
      value={value ?? undefined}
      onChange={(next) => onChange?.(next ?? null)}
    />
  );
}

/** Commas of any kind part them, in the text and while typing. */
function KeywordsField({
  value = "",
  onChange,
  id,
}: {
  value?: string;
  onChange?: (value: string) => void;
  id?: string;
}) {
  const words = value.split(/[,，、]/).flatMap((word) => word.trim() || []);
  return (
    <Select
      {...(id ? { id } : {})}
      mode="tags"
      open={false}
      suffixIcon={null}
      className="ad-wide"
      aria-label="关键词"
      placeholder="例如：研修班"
      tokenSeparators={[",", "，", "、"]}
      value={words}
      onChange={(next: string[]) => onChange?.(next.map((word) => word.trim()).join(","))}
    />
  );
}
