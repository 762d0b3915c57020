import { actions } from './actions.ts'
import { commands } from './commands.ts'
import { detail } from './detail.ts'
import { faults } from './faults.ts'
import { log } from './log.ts'
import { map } from './map.ts'
import { money } from './money.ts'
import { phones } from './phones.ts'
import { record } from './record.ts'
import { shell } from './shell.ts'
import { work } from './work.ts'

/** Every text of the page, one object: another language is another of its type. */
export const texts = {
  ...shell,
  ...commands,
  ...log,
  ...detail,
  ...work,
  ...actions,
  ...record,
  ...phones,
  ...money,
  ...map,
  ...faults,
}

export type Texts = typeof texts
