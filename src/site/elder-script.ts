/** localStorage key of the elder mode: "" off, else the font size in px (18, 22 or 26). */
export const ELDER_KEY = "elder";

/** Runs before the first paint so that nothing jumps; storage may be forbidden. */
export const ELDER_SCRIPT = `try{var e=localStorage.getItem("${ELDER_KEY}");if(e)document.documentElement.dataset.elder=e}catch(_){}document.documentElement.classList.add("js")`;
