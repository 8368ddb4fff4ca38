export const AGREE_FIRST = "请先阅读并同意《用户协议》和《隐私政策》";
