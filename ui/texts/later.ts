import { actions } from './actions.ts'
import { detail } from './detail.ts'
import { faults } from './faults.ts'
import { texts as first } from './index.ts'
import { ledger } from './ledger.ts'
import { map } from './map.ts'
import { record } from './record.ts'

/** Every text of the page, one object: another language is another of its type. What comes after the first view takes it from here. */
export const texts = { ...first, ...detail, ...actions, ...record, ...map, ...faults, ...ledger }

export type Texts = typeof texts
