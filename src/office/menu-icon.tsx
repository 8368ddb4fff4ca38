import {
  ApartmentOutlined,
  ApiOutlined,
  AppstoreOutlined,
  BookOutlined,
  CalendarOutlined,
  CloudServerOutlined,
  CodeOutlined,
  ControlOutlined,
  DashboardOutlined,
  DatabaseOutlined,
  FileTextOutlined,
  FormOutlined,
  GlobalOutlined,
  HddOutlined,
  IdcardOutlined,
  LayoutOutlined,
  LineChartOutlined,
  LinkOutlined,
  LoginOutlined,
  NotificationOutlined,
  PictureOutlined,
  ProfileOutlined,
  ReadOutlined,
  ScheduleOutlined,
  SettingOutlined,
  TeamOutlined,
  ToolOutlined,
  UnorderedListOutlined,
  UserOutlined,
  WifiOutlined,
} from "@ant-design/icons";
import type { ComponentType } from "react";

// Icon names of menu rows: those of the contract's seed and a few for our own content.
const ICONS: Readonly<Record<string, ComponentType<{ "aria-hidden"?: boolean }>>> = {
  dashboard: DashboardOutlined,
  system: SettingOutlined,
  monitor: LineChartOutlined,
  tool: ToolOutlined,
  guide: GlobalOutlined,
  user: UserOutlined,
  peoples: TeamOutlined,
  "tree-table": UnorderedListOutlined,
  tree: ApartmentOutlined,
  post: IdcardOutlined,
  dict: BookOutlined,
  edit: ControlOutlined,
  message: NotificationOutlined,
  log: FileTextOutlined,
  online: WifiOutlined,
  job: ScheduleOutlined,
  druid: DatabaseOutlined,
  server: CloudServerOutlined,
  redis: HddOutlined,
  "redis-list": ProfileOutlined,
  build: LayoutOutlined,
  code: CodeOutlined,
  swagger: ApiOutlined,
  form: FormOutlined,
  logininfor: LoginOutlined,
  documentation: ReadOutlined,
  date: CalendarOutlined,
  link: LinkOutlined,
  icon: PictureOutlined,
};

/** Names to choose from. */
export const MENU_ICONS: readonly string[] = Object.keys(ICONS);

/** The drawing for a menu row's icon name; a neutral one for names we have none for. */
export function MenuIcon({ name }: { name: string }) {
  const Icon = ICONS[name] ?? AppstoreOutlined;
  return <Icon aria-hidden />;
}
