export const AGREE_FIRST = "请先阅读并同意《用户协议》和《隐私政策》";

/** The separate consent for the number of one's papers (product 7.2), and what is said where it is missing. */
export const IDENTITY_CONSENT =
  "我单独同意学会处理我的证件号码：只用于核对身份和防止重复入会，加密保存";
export const IDENTITY_CONSENT_FIRST = "请单独同意处理您的证件号码；不同意的可联系会员部线下办理";
