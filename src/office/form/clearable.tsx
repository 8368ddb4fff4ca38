import { CloseCircleFilled } from "@ant-design/icons";

/**
 * `allowClear` of the office's fields: Ant Design's own button says "Clear" or "close-circle" to those
 * who hear the page.
 */
export const CLEARABLE = {
  label: "清除",
  clearIcon: <CloseCircleFilled aria-label="清除" />,
};
