import { Button, type ButtonProps } from "antd";
import { useIsMobile } from "../shell/use-media.ts";

/** A button of a list's bar: on phones its icon alone, with the words for those who hear them. */
export function BarButton({
  label,
  long = label,
  ...props
}: Omit<ButtonProps, "children" | "aria-label"> & {
  label: string;
  /** What the icon alone is called. */
  long?: string;
}) {
  const isMobile = useIsMobile();
  return (
    <Button {...props} {...(isMobile ? { "aria-label": long } : {})}>
      {isMobile ? null : label}
    </Button>
  );
}
