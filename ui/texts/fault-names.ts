/** They are in recorded files too. */
export { faultNames } from '../../src/simulator/words/fault-names.ts'
