/** `data` of GET /system/user/profile (wire 2.2); whole, for it is one's own. */
export type ProfileUser = {
  userId: number;
  userName: string;
  nickName: string;
  avatar: string;
  phonenumber: string;
  phoneMasked: string;
  email: string;
  sex: string;
  createTime?: string;
  loginDate?: string | null;
  dept?: { deptName?: string } | null;
};

export type Profile = { data: ProfileUser; roleGroup?: string; postGroup?: string };
