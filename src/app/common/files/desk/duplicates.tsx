import { ArrowLeftOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Spin } from "antd";
import type { LibraryFile } from "#src/lib/upload/library.ts";
import { sizeText } from "#src/lib/upload/upload-rules.ts";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { Card, Failure } from "#src/office/shell/card.tsx";
import { TrayPicture } from "#src/office/shell/pictures.tsx";
import { LIBRARY } from "#src/office/upload/media/library.ts";
import { measureOf, Thumb } from "#src/office/upload/media/media-grid.tsx";

/** 查重: files with the same bytes, group by group, to keep one of each. */
export function Duplicates({ onBack }: { onBack: () => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: [LIBRARY, "duplicates"],
    queryFn: () =>
      call<{ data: LibraryFile[][]; total: number }>("GET", `${LIBRARY}/duplicates`, {
        isQuiet: true,
      }),
    meta: { isQuiet: true },
  });
  const remove = async (file: LibraryFile) => {
    const isSure = await ask({
      title: `删除「${file.name}」？`,
      text: "同组的其他文件保留。正在被使用的文件不能删除。",
      ok: "删除",
      isDanger: true,
    });
    if (!isSure) return;
    await call("DELETE", `${LIBRARY}/${file.fileId}`);
    notify.success(`已删除「${file.name}」`);
    await tellChange([LIBRARY]);
  };
  return (
    <section className="o-block cr-card fl-main" aria-label="查重">
      <div className="cr-top">
        <div className="cr-bar">
          <Button icon={<ArrowLeftOutlined aria-hidden />} onClick={onBack}>
            返回文件
          </Button>
          <h2 className="fl-title">查重</h2>
          {data && data.total > 0 && (
            <span className="o-note">
              {data.total} 组内容完全相同的文件
              {data.total > data.data.length ? `，先显示 ${data.data.length} 组` : ""}
            </span>
          )}
        </div>
      </div>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Spin className="md-wait" />}
      {data?.data.length === 0 && (
        <Card
          picture={<TrayPicture />}
          title="没有重复的文件"
          actions={
            <Button type="primary" onClick={onBack}>
              返回文件
            </Button>
          }
        >
          图片库里没有内容完全相同的文件。
        </Card>
      )}
      {data && data.data.length > 0 && (
        <div className="fl-scroll">
          {data.data.map((group) => (
            <ul key={group[0]?.fileId} className="fl-group">
              {group.map((file, index) => (
                <li key={file.fileId}>
                  <Thumb file={file} />
                  <div>
                    <strong title={file.name}>{file.name}</strong>
                    <span className="o-note">
                      {measureOf(file)}，{sizeText(file.bytes)}，{file.createBy || "系统"}，
                      {file.createTime.slice(0, 16)}
                      {index === group.length - 1 ? "，最早" : ""}
                    </span>
                  </div>
                  {file.mayRemove && (
                    <Button
                      size="small"
                      danger
                      aria-label={`删除「${file.name}」`}
                      // The refusal is on the screen already.
                      onClick={() => void remove(file).catch(() => undefined)}
                    >
                      删除
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          ))}
        </div>
      )}
    </section>
  );
}
