// A text that is fetched later needs its styles in the document: the page that shows it imports them.
import "./article-head.css";
import "./article-text.css";
import "./article-around.css";
import "./article-widths.css";
import "./article-print.css";
