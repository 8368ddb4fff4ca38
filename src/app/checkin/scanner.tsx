import { type ReactElement, useEffect, useRef, useState } from "react";
import { ProblemLine } from "#src/site/form/problem-line.tsx";
import { openReader } from "./read-picture.ts";

const LOOKS_EVERY_MS = 200;
/** A code that stays before the camera is read once. */
const GONE_AFTER_MS = 3_000;

const INSTEAD = "您仍可以在下方查找姓名，或输入签到码。";
const PROBLEMS: Readonly<Record<string, string>> = {
  NotAllowedError: `没有使用相机的权限。请在浏览器设置中允许本站使用相机。${INSTEAD}`,
  NotFoundError: `没有找到相机。${INSTEAD}`,
  NotReadableError: `相机正被其他应用使用，请关闭后重试。${INSTEAD}`,
};
const UNUSABLE = `这个浏览器不能使用相机。${INSTEAD}`;

type Props = {
  readonly isBusy: boolean;
  readonly onCode: (code: string) => void;
};

/** Reads the QR codes of participants with the camera of the phone. */
export function Scanner({ isBusy, onCode }: Props): ReactElement {
  const [isOn, setOn] = useState(false);
  const [problem, setProblem] = useState("");
  const video = useRef<HTMLVideoElement>(null);
  const latest = useRef({ isBusy, onCode });
  useEffect(() => {
    latest.current = { isBusy, onCode };
  });

  useEffect(() => {
    if (!isOn) return;
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const stop = () => {
      isOver = true;
      clearTimeout(timer);
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const begin = async (screen: HTMLVideoElement) => {
      const [given, read] = await Promise.all([
        // Without TLS there are no media devices at all.
        navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }),
        openReader(),
      ]);
      stream = given;
      if (isOver) return stop();
      screen.srcObject = given;
      await screen.play();
      let last = { text: "", at: 0 };
      const look = async () => {
        const text = latest.current.isBusy ? "" : await read(screen).catch(() => "");
        if (isOver) return;
        if (text) {
          const isNew = text !== last.text || Date.now() - last.at > GONE_AFTER_MS;
          last = { text, at: Date.now() };
          if (isNew) latest.current.onCode(text);
        }
        timer = setTimeout(() => void look(), LOOKS_EVERY_MS);
      };
      await look();
    };
    if (video.current) {
      begin(video.current).catch((error: unknown) => {
        if (isOver) return;
        stop();
        setProblem((error instanceof Error ? PROBLEMS[error.name] : undefined) ?? UNUSABLE);
        setOn(false);
      });
    }
    return stop;
  }, [isOn]);

  return (
    <section className="door-card">
      <h3>扫码签到</h3>
      <ProblemLine text={problem} />
      {isOn ? (
        <>
          <p className="door-note">请把签到码放进画面，识别后自动签到。</p>
          <video ref={video} className="door-camera" muted playsInline aria-label="相机画面" />
        </>
      ) : null}
      <button
        type="button"
        className={isOn ? "btn btn-outline" : "btn btn-primary"}
        onClick={() => {
          setProblem("");
          setOn(!isOn);
        }}
      >
        {isOn ? "停止扫码" : "打开相机扫码"}
      </button>
    </section>
  );
}
