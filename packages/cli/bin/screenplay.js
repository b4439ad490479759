#!/usr/bin/env node
// Stands in the repository, unlike dist/, so that npm links the command when it installs the workspace.
import '../dist/main.js';
