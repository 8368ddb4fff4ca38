import type { ReactElement } from "react";

/** `size` is the side in CSS pixels, 20 unless told; the line takes the colour of the text. */
export interface IconProps {
  readonly size?: number;
  readonly className?: string;
}

type Icon = (props: IconProps) => ReactElement;

/** A circle as path data, so that an icon is one path. */
function ring(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

interface LinesProps extends IconProps {
  /** Parts of the path data. */
  readonly of: readonly string[];
}

/** A line icon on a grid of 24; it is decoration, the word beside it speaks. */
function Lines({ size = 20, className, of }: LinesProps): ReactElement {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={of.join("")} />
    </svg>
  );
}

const SPEAKER = "M4 9.5v5h3.5l5 4.3V5.2l-5 4.3H4Z";

export const SearchIcon: Icon = (props) => (
  <Lines {...props} of={[ring(10.5, 10.5, 6.5), "M15.3 15.3l5.2 5.2"]} />
);
export const CloseIcon: Icon = (props) => (
  <Lines {...props} of={["M5.5 5.5l13 13M18.5 5.5l-13 13"]} />
);
export const MenuIcon: Icon = (props) => (
  <Lines {...props} of={["M3.5 6.5h17M3.5 12h17M3.5 17.5h17"]} />
);
export const ChevronRightIcon: Icon = (props) => <Lines {...props} of={["M9 5l7 7-7 7"]} />;
export const ChevronDownIcon: Icon = (props) => <Lines {...props} of={["M5 9l7 7 7-7"]} />;
export const ChevronLeftIcon: Icon = (props) => <Lines {...props} of={["M15 5l-7 7 7 7"]} />;
export const ExternalIcon: Icon = (props) => (
  <Lines {...props} of={["M6.5 17.5l11-11M8.5 6.5h9v9"]} />
);
export const SpeakerIcon: Icon = (props) => (
  <Lines {...props} of={[SPEAKER, "M15.7 9a4.2 4.2 0 0 1 0 6M18.3 6.4a7.9 7.9 0 0 1 0 11.2"]} />
);
export const SpeakerOffIcon: Icon = (props) => (
  <Lines {...props} of={[SPEAKER, "M16 9.5l5 5M21 9.5l-5 5"]} />
);
export const PhoneIcon: Icon = (props) => (
  <Lines
    {...props}
    of={[
      "M5.2 3.5h3.5l1.9 4.6-2.3 1.6a12.6 12.6 0 0 0 6 6l1.6-2.3 4.6 1.9v3.5a1.9 1.9 0 0 1-2 1.9",
      "C10.6 20.2 3.8 13.4 3.3 5.5a1.9 1.9 0 0 1 1.9-2Z",
    ]}
  />
);
export const DownloadIcon: Icon = (props) => (
  <Lines {...props} of={["M12 4v11M7.5 10.8l4.5 4.5 4.5-4.5M4.5 19.5h15"]} />
);
export const PrintIcon: Icon = (props) => (
  <Lines {...props} of={["M7 8.5v-5h10v5M7 17.5H3.5v-9h17v9H17M7 14h10v6.5H7V14Z"]} />
);
export const ShareIcon: Icon = (props) => (
  <Lines
    {...props}
    of={[
      ring(6, 12, 2.5),
      ring(17.5, 5.5, 2.5),
      ring(17.5, 18.5, 2.5),
      "M8.2 10.8l7.1-4.1M8.2 13.2l7.1 4.1",
    ]}
  />
);
export const EyeIcon: Icon = (props) => (
  <Lines
    {...props}
    of={[
      "M2.5 12s3.5-6.5 9.5-6.5 9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5S2.5 12 2.5 12Z",
      ring(12, 12, 2.9),
    ]}
  />
);
export const EyeOffIcon: Icon = (props) => (
  <Lines
    {...props}
    of={[
      "M3 9.5c2 3.2 5.2 5 9 5s7-1.8 9-5M5.6 12.4L3.8 15M18.4 12.4l1.8 2.6",
      "M9.6 14.3l-.7 3.2M14.4 14.3l.7 3.2",
    ]}
  />
);
export const RefreshIcon: Icon = (props) => (
  <Lines {...props} of={["M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4.2V9h-4.8"]} />
);
export const ChatIcon: Icon = (props) => (
  <Lines {...props} of={["M4 4.5h16V16h-8.5L7 20v-4H4V4.5ZM8 8.5h8M8 12h5"]} />
);
export const WarningIcon: Icon = (props) => (
  <Lines {...props} of={["M12 3.8L21.5 20h-19L12 3.8ZM12 10v4.8M12 17.3v.1"]} />
);
export const CheckIcon: Icon = (props) => <Lines {...props} of={["M4.5 12.5l5 5 10-11"]} />;
export const LockIcon: Icon = (props) => (
  <Lines {...props} of={["M5 10.5h14v10H5v-10ZM8 10.5V7.8a4 4 0 0 1 8 0v2.7M12 14.5v2.2"]} />
);
export const RssIcon: Icon = (props) => (
  <Lines
    {...props}
    of={["M5 11.5a7.5 7.5 0 0 1 7.5 7.5M5 5a14 14 0 0 1 14 14", ring(6, 18, 0.9)]}
  />
);
export const TextLargerIcon: Icon = (props) => (
  <Lines {...props} of={["M2.5 18.5l5.3-13 5.3 13M4.3 14h7M18.3 7.5v6.4M15.1 10.7h6.4"]} />
);
