import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemWriter } from './http-edge.js';

/** Turns what Nest itself throws, above all for unknown addresses, into a problem. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly problems: ProblemWriter) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.problems.send(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>(), error);
  }
}
