/** `data` of GET /system/user/profile (wire-contract 2.2); phone and mail come masked. */
export type ProfileUser = {
  userId: number;
  userName: string;
  nickName: string;
  avatar: string;
  phonenumber: string;
  email: string;
  sex: string;
  createTime?: string;
  loginDate?: string | null;
  dept?: { deptName?: string } | null;
};

export type Profile = { data: ProfileUser; roleGroup?: string; postGroup?: string };
