/** The default theme without its web fonts: the site loads nothing from other hosts, and text appears at once. */
import theme from "vitepress/theme-without-fonts";
import "./style.css";

export default theme;
