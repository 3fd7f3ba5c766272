import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ProblemWriter } from './http-edge.js';

/** Converts errors that Nest itself throws, mostly for unknown paths, to problem documents. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(private readonly problems: ProblemWriter) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.problems.send(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>(), error);
  }
}
