/** A player's side of a fight: the own figure, who comes next, the own dice. */

import { html } from "../vendor/lit-html.js";
import { logPanel } from "./panels.js";

/** What the player of the figure `label` sees. */
export const playerPanels = (state) => html`${logPanel(state)}`;
