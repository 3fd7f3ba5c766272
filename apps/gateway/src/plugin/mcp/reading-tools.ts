/**
 * The tools of the MCP server. All of them read. A tool is listed and can be called exactly when its scope is granted
 * (docs/reference/mcp.md).
 */
import { isScopeGranted, OWN_TOOL_SCOPES, TOOL_SCOPES, type OwnToolName, type ToolName } from '@kushk/manifest';
import { ownRecordTools } from './own-record-tools.js';
import { platformRecordTools } from './platform-record-tools.js';
import type { ListedTool } from './tool.js';

export const readingTools: readonly ListedTool[] = [
  ...(Object.keys(TOOL_SCOPES) as ToolName[]).map((name) => ({
    name,
    scope: TOOL_SCOPES[name],
    ...platformRecordTools[name],
  })),
  ...(Object.keys(OWN_TOOL_SCOPES) as OwnToolName[]).map((name) => ({
    name,
    scope: OWN_TOOL_SCOPES[name],
    ...ownRecordTools[name],
  })),
];

export function grantedTools(scopes: readonly string[]): readonly ListedTool[] {
  return readingTools.filter(({ scope }) => isScopeGranted(scope, scopes));
}
