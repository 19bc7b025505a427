/** The picture of ring and strip, in the very light that the firmware gives. */

export class RingPicture {
  constructor(host) {
    this.host = host;
  }

  /** The fight as the page may know it, undefined while there is none. */
  show(fight) {
    this.fight = fight;
  }

  /** Bytes of all lamps (see lights.js), undefined where nobody tells them. */
  showLights(bytes) {
    this.bytes = bytes;
  }
}
