/**
 * The URL exceptions: routes outside of the folder of their own URL. At most 20 rows; a test keeps
 * the count and that each folder exists.
 */

/** Page URL -> folder below src/app. */
export const PAGE_MOUNTS: readonly [url: string, folder: string][] = [
  ["/", "home"],
  ["/index", "home"],
  ["/404", "notFound"],
  ["/401", "unauthorised"],
];

/** First URL segments of API calls -> folder below src/app. */
export const API_MOUNTS: readonly [prefix: string, folder: string][] = [
  ["/captchaImage", "login"],
  ["/logout", "login"],
  ["/getInfo", "login"],
  ["/getRouters", "login"],
  ["/sendCode", "login"],
  ["/bllSendCode", "login"],
  ["/registerByPhone", "register"],
  ["/userResetPwdCheck", "forgetPassword"],
  ["/userResetPwd", "forgetPassword"],
  ["/profile", "common/upload"],
  ["/sitemap", "seo"],
  ["/robots.txt", "seo"],
  ["/rss.xml", "seo"],
  ["/druid", "monitor/druid"],
  ["/v3/api-docs", "tool/swagger"],
  ["/swagger-ui", "tool/swagger"],
];
