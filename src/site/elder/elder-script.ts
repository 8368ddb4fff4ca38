/** localStorage key of the elder mode: "" off, else the font size in px (18, 22 or 26). */
export const ELDER_KEY = "elder";

/** sessionStorage key: the id of the notice that was closed. */
export const NOTICE_KEY = "notice";

/**
 * Runs before the first paint so that nothing jumps; storage may be forbidden. `data-token`: someone
 * is logged in, so the log-in links wait until it is known who. `data-notice`: the closed notice.
 */
export const ELDER_SCRIPT = /* @__PURE__ */ [
  "var d=document.documentElement;d.classList.add('js');",
  "if(/(^|; )Admin-Token=[^;]/.test(document.cookie))d.dataset.token='';",
  `try{var e=localStorage.getItem("${ELDER_KEY}"),n=sessionStorage.getItem("${NOTICE_KEY}");`,
  "if(e===null)e=d.dataset.elderFirst;if(e)d.dataset.elder=e;if(n)d.dataset.notice=n}catch(_){}",
  // The switch works before the scripts are there: an old phone takes seconds for them.
  "addEventListener('click',function(v){var b=!d.dataset.hydrated&&v.target.closest('[data-elder-to]');",
  "if(!b)return;e=b.dataset.elderTo;if(e)d.dataset.elder=e;else delete d.dataset.elder;",
  `try{localStorage.setItem("${ELDER_KEY}",e)}catch(_){}scrollTo(0,0)})`,
].join("");
