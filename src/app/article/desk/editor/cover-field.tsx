import { Button, Upload } from "antd";
import { lazy, Suspense, useState } from "react";
import { useCan } from "#src/office/account/can.tsx";
import { report } from "#src/office/calls/http.ts";
import { MediaPicker } from "#src/office/upload/media-picker.tsx";
import { addressOf, uploadFile } from "#src/office/upload/upload-file.ts";

const CoverCrop = lazy(() => import("./cover-crop.tsx"));

/** 封面: a picture of the library, cut to 16:9, or the drawing of the category. */
export function CoverField({
  value = "",
  onChange,
}: {
  value?: string;
  onChange?: (value: string) => void;
}) {
  const hasLibrary = useCan().permi(["content:file:list"]);
  const [isCropping, setCropping] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const take = async (file: File) => {
    setBusy(true);
    try {
      onChange?.((await uploadFile(file)).fileName);
    } catch (error) {
      report(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="ad-cover">
      {value ? (
        <img src={addressOf(value)} alt="封面预览" />
      ) : (
        <span className="ad-cover-none">按栏目自动生成</span>
      )}
      <div className="ad-cover-tools">
        {hasLibrary ? (
          <Button size="small" loading={isBusy} onClick={() => setPicking(true)}>
            {value ? "更换" : "选择"}
          </Button>
        ) : (
          <Upload
            accept=".png,.jpg,.jpeg"
            showUploadList={false}
            beforeUpload={(file) => {
              void take(file);
              return false;
            }}
          >
            <Button size="small" loading={isBusy}>
              {value ? "更换" : "选择"}
            </Button>
          </Upload>
        )}
        <Button size="small" disabled={!value} onClick={() => setCropping(true)}>
          裁剪
        </Button>
        <Button size="small" disabled={!value} onClick={() => onChange?.("")}>
          自动生成
        </Button>
      </div>
      {isPicking && (
        <MediaPicker
          kind="picture"
          onPick={([picture]) => {
            setPicking(false);
            if (picture) onChange?.(picture.url);
          }}
          onClose={() => setPicking(false)}
        />
      )}
      {isCropping && (
        <Suspense fallback={null}>
          <CoverCrop
            address={addressOf(value)}
            onDone={(file) => {
              setCropping(false);
              void take(file);
            }}
            onClose={() => setCropping(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
