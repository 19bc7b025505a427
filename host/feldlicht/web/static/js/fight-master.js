/** The game master's side of a fight. */

import { html } from "../vendor/lit-html.js";
import { encounterPanel } from "./fight-encounters.js";
import { logPanel } from "./panels.js";

/** Everything that leads a fight. */
export const masterPanels = (state) => html`${encounterPanel(state)}${logPanel(state)}`;
