/** What fits on the screen of a phone. */
export interface FitSettings {
  /** In septets of the GSM 7-bit alphabet, the ways included; 160 is what one USSD message holds. */
  readonly limit: number
  /**
   * `gsm7` and `ascii` fold what is outside those alphabets. `keep` sends every character: a page that has one outside
   * GSM 7-bit travels in 16 bits a character, so it holds 7/16 of the limit, 70 of 160.
   */
  readonly characters: 'gsm7' | 'ascii' | 'keep'
}
