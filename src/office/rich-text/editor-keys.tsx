import { Button } from "antd";
import { Key } from "../keys/keys.tsx";
import { Layer } from "../layers/layer.tsx";

const KEYS: readonly [what: string, keys: string][] = [
  ["加粗、斜体、下划线", "Ctrl B / I / U"],
  ["撤销，重做", "Ctrl Z，Ctrl Shift Z"],
  ["二级、三级、四级标题", "Ctrl Alt 2 / 3 / 4"],
  ["正文", "Ctrl Alt 0"],
  ["编号，项目符号", "Ctrl Shift 7，Ctrl Shift 8"],
  ["段内换行", "Shift Enter"],
  ["列表降级、升级，表格里换格", "Tab，Shift Tab"],
  ["查找，替换", "Ctrl F，Ctrl H"],
  ["全屏编辑", "Ctrl Shift F"],
  ["到工具栏，回正文", "Alt F10，Esc"],
  ["只粘贴文字", "Ctrl Shift V"],
  ["本列表", "Ctrl /"],
];

/** The keys of the editor. */
export function EditorKeys({ onClose }: { onClose: () => void }) {
  return (
    <Layer label="编辑器快捷键" className="o-dialog" onClose={onClose}>
      <h2>编辑器快捷键</h2>
      <dl className="o-key-list">
        {KEYS.map(([what, keys]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <Key>{keys}</Key>
            </dd>
          </div>
        ))}
      </dl>
      <div className="o-form-actions">
        <Button type="primary" data-first onClick={onClose}>
          知道了
        </Button>
      </div>
    </Layer>
  );
}
