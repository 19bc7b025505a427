/** What everyone may see of a fight, for the big screen. */

import { html } from "../vendor/lit-html.js";
import { logPanel } from "./panels.js";

/** What the screen says beside the ring. */
export const showPanels = (state) => html`${logPanel(state)}`;
