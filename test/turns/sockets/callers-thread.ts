import { Agent } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import type { Calls } from './callers.ts'
import { type Answer, post } from './post.ts'

const { port, rounds, connections }: Calls = workerData
const agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections })
const answers: Answer[][] = []
for (const round of rounds) answers.push(await Promise.all(round.map((push) => post(port, push, agent))))
agent.destroy()
parentPort?.postMessage(answers)
