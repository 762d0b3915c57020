import { commands } from './commands.ts'
import { log } from './log.ts'
import { money } from './money.ts'
import { phones } from './phones.ts'
import { shell } from './shell.ts'
import { work } from './work.ts'

/** What the first view says. `later.ts` has every text of the page. */
export const texts = { ...shell, ...commands, ...log, ...work, ...phones, ...money }
