import { once } from 'node:events'
import { Agent } from 'node:http'
import type { Calls } from './callers.ts'
import { type Answer, post } from './post.ts'

const [calls] = await once(process, 'message')
const { port, rounds, connections }: Calls = calls
const agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections })
const answers: Answer[][] = []
for (const round of rounds) answers.push(await Promise.all(round.map((push) => post(port, push, agent))))
agent.destroy()
process.send?.(answers)
