{{/* Name of what belongs to a process: a list of the root and the process. */}}
{{- define "kushk.name" -}}
kushk-{{ (index . 0).Values.scope }}-{{ index . 1 }}
{{- end }}

{{/* KUSHK_SERVICE of a process, and its label `component`. */}}
{{- define "kushk.service" -}}
{{ hasSuffix "-gateway" . | ternary "gateway" . }}
{{- end }}

{{/* Labels of every pod of the scope. The service `containers` lets only pods with them reach plugins. */}}
{{- define "kushk.scopeLabels" -}}
app.kubernetes.io/part-of: kushk
app.kubernetes.io/instance: {{ .Values.scope }}
{{- end }}

{{/* Labels of the pods of a process: a list of the root and the process. */}}
{{- define "kushk.podLabels" -}}
{{ include "kushk.scopeLabels" (index . 0) }}
app.kubernetes.io/component: {{ include "kushk.service" (index . 1) }}
{{- end }}

{{/* Labels of every object. */}}
{{- define "kushk.labels" -}}
{{ include "kushk.scopeLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* Namespace of the container plugins; its default is that of the process. */}}
{{- define "kushk.pluginNamespace" -}}
{{ dig "containers" "environment" "KUSHK_KUBERNETES_NAMESPACE" "kushk-plugins" .Values.processes }}
{{- end }}

{{- define "kushk.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "kushk.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end }}

{{/* Environment of a process, or of the Job: a list of the root and the process. */}}
{{- define "kushk.environment" -}}
{{- $root := index . 0 }}{{ $process := index . 1 }}{{ $environment := (get $root.Values.processes $process).environment }}
{{- if ne $environment.KUSHK_SCOPE $root.Values.scope }}
{{- fail (printf "processes.%s.environment.KUSHK_SCOPE is not the scope %s" $process $root.Values.scope) }}
{{- end }}
{{- range $name, $value := $environment }}
- { name: {{ $name }}, value: {{ toJson $value }} }
{{- end }}
{{- end }}

{{/* Volume with a Secret. Mode 0440; the group is that of the pod. */}}
{{- define "kushk.secrets" -}}
- name: secrets
  secret: { secretName: {{ . }}, defaultMode: 288 }
{{- end }}

{{/* Peers: every public address. A policy of the network must let nothing into the operator's own network. */}}
{{- define "kushk.internet" -}}
- ipBlock:
    cidr: 0.0.0.0/0
    except:
      - 0.0.0.0/8
      - 10.0.0.0/8
      - 100.64.0.0/10
      - 127.0.0.0/8
      - 169.254.0.0/16
      - 172.16.0.0/12
      - 192.0.0.0/24
      - 192.168.0.0/16
      - 198.18.0.0/15
      - 224.0.0.0/3
- ipBlock:
    cidr: 2000::/3
    except: ['2001::/32', '2002::/16']
{{- end }}
