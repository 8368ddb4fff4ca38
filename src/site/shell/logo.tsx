import type { ReactElement } from "react";

/** The colours of roof, rings and heart, by the ground they stand on. */
const TONES = {
  colour: ["#0a5fbf", "#0a5fbf", "#1890ff", "#c23a22"],
  /** For the dark footer. */
  light: ["#ffffff", "#dbe9f8", "#8fc3f5", "#e8705a"],
  /** For elder mode and print. */
  deep: ["#08488f", "#08488f", "#08488f", "#a02a14"],
} as const;

interface LogoProps {
  /** Side in CSS pixels, 60 unless told. */
  readonly size?: number;
  readonly tone?: keyof typeof TONES;
  readonly className?: string;
}

/** The sign of the society: the roof 宀 over the rings of a tree, with a vermilion heart. */
export function Logo({ size = 60, tone = "colour", className }: LogoProps): ReactElement {
  const [roof, bark, wood, heart] = TONES[tone];
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 64 64"
      fill="none"
      strokeWidth={4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M4 24.5C16 22 26 15.5 32 5c6 10.5 16 17 28 19.5" stroke={roof} strokeWidth={5} />
      <path d="M12 33a20.5 20.5 0 1 0 40 0" stroke={bark} />
      <path d="M18.8 35.5a13.5 13.5 0 1 0 26.4 0" stroke={wood} />
      <path d="M25.5 37.5a6.6 6.6 0 1 0 13 0" stroke={bark} strokeWidth={3.6} />
      <circle cx="32" cy="32" r="4.6" fill={heart} />
    </svg>
  );
}
