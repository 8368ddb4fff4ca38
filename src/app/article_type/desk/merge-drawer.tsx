import { Alert, Form } from "antd";
import { treeOf } from "#src/lib/tree.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { CrudDrawer } from "#src/office/form/crud-drawer.tsx";
import { type TreeNode, TreeSelect } from "#src/office/tree/tree-select.tsx";
import { ACCESS_NAMES, type DeskCategory, holdsArticles } from "./category.ts";
import { useCategories } from "./category-fields.tsx";
import "#src/office/form/desk-parts.css";

const PATH = "/api/bll/article_type/desk";

/** 合并到…: all articles go there, the old addresses lead there, the category is gone. */
export function MergeDrawer({ from, onClose }: { from: DeskCategory; onClose: () => void }) {
  const all = useCategories();
  const hasBelow = all.some(({ parentId }) => parentId === from.id);
  // Those that hold no articles stay: what hangs below them is found by its name.
  const nodes: TreeNode[] = treeOf(
    all
      .filter(({ id, bllType }) => id !== from.id && holdsArticles(bllType))
      .map(({ id, parentId, bllName, status }) => ({
        id,
        parentId,
        label: status === "0" ? bllName : `${bllName}（停用）`,
        disabled: status !== "0",
      })),
  );
  return (
    <CrudDrawer
      title={`合并栏目「${from.bllName}」`}
      names={["intoId"]}
      initial={{ intoId: undefined }}
      save={async ({ intoId }) => {
        const { msg } = await call<{ msg: string }>("POST", `${PATH}/merge`, {
          body: { fromId: from.id, intoId },
          isQuiet: true,
        });
        notify.success(msg);
        onClose();
        await tellChange([PATH]);
      }}
      onClose={onClose}
    >
      <Alert
        className="dp-note"
        type="warning"
        showIcon
        title={
          hasBelow
            ? "这个栏目还有下级栏目，要先移走才能合并。"
            : `「${from.bllName}」的 ${from.articles} 篇文章将全部移到目标栏目，旧的栏目地址自动跳转过去，原栏目随后删除。合并后不能撤销。`
        }
      />
      {/* Nobody sees from the tree that texts open to others by it. */}
      <Form.Item noStyle shouldUpdate>
        {({ getFieldValue }) => {
          const into = all.find(({ id }) => id === getFieldValue("intoId"));
          return into && into.asksFor !== from.asksFor ? (
            <Alert
              className="dp-note"
              type="warning"
              showIcon
              title={`阅读权限将由“${ACCESS_NAMES[from.asksFor]}”变为“${ACCESS_NAMES[into.asksFor]}”，单独设置得更严的文章不变。`}
            />
          ) : null;
        }}
      </Form.Item>
      <Form.Item
        name="intoId"
        label="合并到"
        rules={[{ required: true, message: "请选择目标栏目" }]}
      >
        <TreeSelect label="目标栏目" nodes={nodes} />
      </Form.Item>
    </CrudDrawer>
  );
}
