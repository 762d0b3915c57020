import type { Channel } from '../../src/conversation/index.ts'
import { type Act, dialled, drawnClasses, otherClasses } from './acts.ts'
import type { OpenHouse } from './house.ts'
import { lookAt } from './look.ts'
import type { Chance } from './random.ts'
import { Visitor } from './visitor.ts'

/** One caller who does as chance says. @returns how many pushes there were */
export async function wander(house: OpenHouse, channel: Channel, chance: Chance): Promise<number> {
  const visitor = new Visitor(house, channel)
  await visitor.act({ do: 'dial', message: dialled })
  while (visitor.pushes < pushesOfOne) for (const act of nextOf(visitor, channel, chance)) await visitor.act(act)
  visitor.leave()
  return visitor.pushes
}

function nextOf({ screen, isOpen }: Visitor, channel: Channel, chance: Chance): readonly Act[] {
  if (screen === undefined || !isOpen)
    return [chance.next() < 0.5 ? { do: 'redial' } : { do: 'dial', message: dialled }]
  const look = lookAt(screen, channel)
  const drawn = drawnClasses(look)
  const luck = chance.next()
  if (drawn.length > 0 && luck < 0.5) return chance.one(drawn)?.acts ?? []
  if (luck < 0.7) return [{ do: 'good' }]
  return chance.one(otherClasses(look, channel === 'ussd'))?.acts ?? []
}

/** About how many pushes one caller makes. */
export const pushesOfOne = 30
