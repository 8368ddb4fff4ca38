import { DownloadOutlined, ScissorOutlined } from "@ant-design/icons";
import { Button, Drawer, Form, Input, Spin } from "antd";
import { useState } from "react";
import {
  hiddenText,
  LIBRARY_MAX,
  type LibraryFile,
  type LibraryFolder,
  placeText,
} from "#src/lib/upload/library.ts";
import { sizeText } from "#src/lib/upload/upload-rules.ts";
import { useCan } from "#src/office/account/can.tsx";
import { showRefusal } from "#src/office/calls/form-errors.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { CopyButton } from "#src/office/form/copy-button.tsx";
import { Ruled, textRules } from "#src/office/form/crud-drawer.tsx";
import { useOfficeForm } from "#src/office/form/use-office-form.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { Fact } from "#src/office/list/record-drawer.tsx";
import { Failure } from "#src/office/shell/card.tsx";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { folderPath, LIBRARY, useLibraryFile } from "#src/office/upload/media/library.ts";
import { measureOf, Thumb } from "#src/office/upload/media/media-grid.tsx";
import { addressOf } from "#src/office/upload/upload-file.ts";
import { CropDialog } from "./crop-dialog.tsx";
import { MoveDialog } from "./move-dialog.tsx";

type Texts = { name: string; alt: string };

/** One file: its facts, the places that use it, and the actions on it. */
export function FileDrawer({
  fileId,
  folders,
  onShow,
  onRemove,
  onClose,
}: {
  fileId: number;
  folders: readonly LibraryFolder[];
  /** Shows another file instead: one that was cut out of this one. */
  onShow: (fileId: number) => void;
  onRemove: (file: LibraryFile) => void;
  onClose: () => void;
}) {
  const can = useCan();
  const isMobile = useIsMobile();
  const [open, setOpen] = useState<"crop" | "move">();
  const { data, error, refetch } = useLibraryFile(fileId);
  const file = data?.data;
  const [isChanged, setChanged] = useState(false);
  const { close } = useCarefulClose(
    isChanged,
    { title: "放弃对文件的修改？", text: "名称或替代文字还没有保存，关闭后将丢失。" },
    onClose,
  );
  return (
    <Drawer
      open
      title={file?.name ?? "文件"}
      size={isMobile ? "100%" : 480}
      closable={{ placement: "end" }}
      onClose={() => void close()}
      footer={
        file && (
          <div className="cr-foot fl-foot">
            {file.mayRemove && (
              <Button danger onClick={() => onRemove(file)}>
                删除
              </Button>
            )}
            <span className="fl-space" />
            {file.mayEdit && <Button onClick={() => setOpen("move")}>移动</Button>}
            {file.width > 0 && can.permi(["content:file:add"]) && (
              <Button icon={<ScissorOutlined aria-hidden />} onClick={() => setOpen("crop")}>
                裁剪
              </Button>
            )}
            <Button
              icon={<DownloadOutlined aria-hidden />}
              href={addressOf(file.url)}
              download={file.name}
            >
              下载
            </Button>
          </div>
        )
      }
    >
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Spin className="md-wait" />}
      {file && data && (
        <>
          <div className="fl-preview">
            {file.kind === "picture" ? (
              <img src={addressOf(file.url)} alt={file.alt} />
            ) : (
              <Thumb file={file} />
            )}
          </div>
          <TextForm file={file} isChanged={isChanged} onChanged={setChanged} />
          <dl className="rd-facts fl-facts">
            <Fact title="尺寸">{file.width > 0 ? `${measureOf(file)} 像素` : measureOf(file)}</Fact>
            <Fact title="大小">{sizeText(file.bytes)}</Fact>
            <Fact title="文件夹">
              {file.folderId === null
                ? "未归入文件夹"
                : (folderPath(folders, file.folderId) ?? "—")}
            </Fact>
            <Fact title="上传">
              {file.createBy || "系统"}，{file.createTime.slice(0, 16)}
            </Fact>
            <Fact title="地址" isWide>
              <span className="fl-address">
                <code>{file.url}</code>
                <CopyButton text={addressOf(file.url)} label="复制地址" />
              </span>
            </Fact>
            <Fact title="用在哪里" isWide>
              {data.uses.length + data.hidden === 0 ? (
                "没有使用"
              ) : (
                <ul className="fl-uses">
                  {data.uses.map((use) => (
                    <li key={placeText(use)}>{placeText(use)}</li>
                  ))}
                  {data.hidden > 0 && (
                    <li className="o-note">{hiddenText(data.hidden, data.uses.length === 0)}</li>
                  )}
                </ul>
              )}
            </Fact>
          </dl>
          {open === "crop" && (
            <CropDialog
              file={file}
              onClose={() => setOpen(undefined)}
              onCut={(made) => {
                setOpen(undefined);
                void close(() => onShow(made.fileId));
              }}
            />
          )}
          {open === "move" && (
            <MoveDialog
              files={[file]}
              folders={folders}
              onClose={() => setOpen(undefined)}
              onMoved={() => undefined}
            />
          )}
        </>
      )}
    </Drawer>
  );
}

/** Name and alternative text; the typed text stays when it is refused. */
function TextForm({
  file,
  isChanged,
  onChanged,
}: {
  file: LibraryFile;
  isChanged: boolean;
  onChanged: (isChanged: boolean) => void;
}) {
  const [form] = useOfficeForm<Texts>();
  const [isSaving, setSaving] = useState(false);
  const save = async (values: Texts) => {
    setSaving(true);
    try {
      await call("PUT", LIBRARY, { body: { fileId: file.fileId, ...values }, isQuiet: true });
      onChanged(false);
      notify.success("已保存");
      await tellChange([LIBRARY]);
    } catch (error) {
      showRefusal(form, ["name", "alt"], error);
    } finally {
      setSaving(false);
    }
  };
  return (
    <Form
      form={form}
      layout="vertical"
      className="cr-form"
      requiredMark={false}
      disabled={!file.mayEdit}
      initialValues={{ name: file.name, alt: file.alt }}
      onValuesChange={() => onChanged(true)}
      onFinish={(values) => void save(values)}
    >
      <Form.Item
        name="name"
        label={<Ruled label="名称" rule="后缀不能改" />}
        rules={textRules("文件名称", LIBRARY_MAX.name)}
      >
        <Input maxLength={LIBRARY_MAX.name + 10} />
      </Form.Item>
      {file.kind === "picture" && (
        <Form.Item
          name="alt"
          label={<Ruled label="替代文字" rule="看不到图片的人会听到它，选用时自动带上" />}
          rules={[
            { max: LIBRARY_MAX.alt, message: `替代文字长度不能超过${LIBRARY_MAX.alt}个字符` },
          ]}
        >
          <Input.TextArea rows={2} />
        </Form.Item>
      )}
      {isChanged && (
        <Button type="primary" htmlType="submit" loading={isSaving} className="fl-save">
          保存
        </Button>
      )}
    </Form>
  );
}
