import { Button, Switch } from "antd";
import { useStore } from "../../lib/store.ts";
import { Layer } from "../layers/layer.tsx";
import { chooseSingleKeys, singleKeysStore } from "../settings/settings.ts";
import { Key } from "./keys.tsx";
import type { Shortcut } from "./shortcuts.ts";

/** Every key of the shell, and the switch for the plain ones. */
export default function KeyList({
  shortcuts,
  onClose,
}: {
  shortcuts: Shortcut[];
  onClose: () => void;
}) {
  const isOn = useStore(singleKeysStore);
  return (
    <Layer label="快捷键" className="o-dialog" onClose={onClose}>
      <h2>快捷键</h2>
      <dl className="o-key-list">
        {shortcuts.map((shortcut) => (
          <div key={shortcut.keys} data-off={(shortcut.isSingle && !isOn) || undefined}>
            <dt>{shortcut.label}</dt>
            <dd>
              <Key>{shortcut.keys}</Key>
            </dd>
          </div>
        ))}
        <div>
          <dt>关闭最上层，焦点回到原处</dt>
          <dd>
            <Key>Esc</Key>
          </dd>
        </div>
        <div>
          <dt>在标签页之间移动，关闭所在标签页</dt>
          <dd>
            <Key>← →</Key> <Key>Delete</Key>
          </dd>
        </div>
      </dl>
      <div className="o-key-switch">
        <span id="o-single-keys">单键快捷键（输入文字时自动停用）</span>
        <Switch
          size="small"
          checked={isOn}
          aria-labelledby="o-single-keys"
          onChange={chooseSingleKeys}
        />
      </div>
      <div className="o-form-actions">
        <Button type="primary" data-first onClick={onClose}>
          知道了
        </Button>
      </div>
    </Layer>
  );
}
