import { type ReactElement, useEffect, useState } from "react";

const DAY = 86_400_000;
const HOUR = 3_600_000;

/** 3 天 5 小时; the last day by the second. */
function leftText(milliseconds: number): string {
  if (milliseconds <= 0) return "已截止";
  const days = Math.floor(milliseconds / DAY);
  const hours = Math.floor((milliseconds % DAY) / HOUR);
  if (days > 0) return `还有 ${days} 天 ${hours} 小时`;
  const two = (value: number) => String(Math.floor(value)).padStart(2, "0");
  const rest = Math.floor((milliseconds % HOUR) / 1_000);
  return `还有 ${two(hours)}:${two(rest / 60)}:${two(rest % 60)}`;
}

type Props = {
  /** yyyy-MM-dd HH:mm:ss in Shanghai. */
  readonly until: string;
  /** The server's clock when it answered, in milliseconds. */
  readonly now: number;
};

/** Counts down by the server's clock, whatever this device believes. */
export function Countdown({ until, now }: Props): ReactElement {
  const end = Date.parse(`${until.replace(" ", "T")}+08:00`);
  const [offset, setOffset] = useState(() => now - Date.now());
  useEffect(() => setOffset(now - Date.now()), [now]);
  const [left, setLeft] = useState(() => end - now);
  useEffect(() => {
    const tick = () => setLeft(end - (Date.now() + offset));
    tick();
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [end, offset]);
  return (
    <p className="declare-countdown" data-near={left < 3 * DAY ? "" : undefined}>
      <span>{`截止 ${until.slice(0, 16)}`}</span>
      <strong role="timer">{leftText(left)}</strong>
    </p>
  );
}
