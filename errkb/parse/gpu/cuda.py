"""What CUDA programs, CUDA's libraries and the NVIDIA driver print on one line, with the advice below it."""

from __future__ import annotations

from errkb.parse.form import Form, FormParser

__all__ = ["FORMS", "PARSER"]

_STATUS = (
    r"(?:CU(?:DNN|BLAS|SPARSE|SOLVER|FFT|RAND)_STATUS_[A-Z_]{3,60}|CUDA_ERROR_[A-Z_]{3,60}|cuda(?:Error"
    r"|Success)\w{1,60})"
)

FORMS = (
    Form(
        "cuda status",
        needs=(
            "CUDNN_STATUS_",
            "CUBLAS_STATUS_",
            "CUSPARSE_STATUS_",
            "CUSOLVER_STATUS_",
            "CUFFT_",
            "CUDA_ERROR_",
            "cudaError",
        ),
        pattern=rf"(?P<message>(?:(?:cuDNN|cuBLAS|CUDA|cuda|CUFFT|cuSPARSE|cuSOLVER|CUDART|GPUassert|failed "
        rf"call to \w+)"
        rf"(?: (?:driver|runtime|kernel))?(?: [Ee]rror| ERROR| failure|error)?:? ?)?(?P<code>{_STATUS})\b.*)$",
        language="cuda",
        hint=False,
        more="lines",
        example="cuDNN error: CUDNN_STATUS_NOT_INITIALIZED",
        says="cuDNN error: CUDNN_STATUS_NOT_INITIALIZED",
        near_miss="static const char *names[] = {CUDNN_STATUS_SUCCESS};",
    ),
    Form(
        "cuda error with number",
        needs=(
            "CUDA error ",
            "CUDA failure ",
            "CUDA Error ",
            "Cuda error ",
            "CUDA error:",
            "CUDA error at ",
            "Cuda failure ",
        ),
        pattern=r"(?:\[?[\w./-]{1,120}:\d{1,6}\]?:? )?(?P<message>(?:CUDA|Cuda) (?:[Ee]rror|failure) "
        r"(?P<code>\d{1,4})\b.*)$",
        language="cuda",
        code="cuda {code}",
        hint="nearby",
        example="CUDA error 700 at ggml-cuda.cu:352: an illegal memory access was encountered",
        says="CUDA error 700 at ggml-cuda.cu:352: an illegal memory access was encountered",
        near_miss="CUDA error counters reset",
    ),
    Form(
        "helper_cuda.h",
        needs="CUDA error at ",
        pattern=r"(?P<message>CUDA error at (?P<file>[^\s:]{1,300}):(?P<line>\d{1,6}) code=(?P<code>\d{1,4}) ?\(.*)$",
        language="cuda",
        code="cuda {code}",
        example='CUDA error at ../src/main.cu:123 code=700(cudaErrorIllegalAddress) "cudaDeviceSynchronize()"',
        says='CUDA error at ../src/main.cu:123 code=700(cudaErrorIllegalAddress) "cudaDeviceSynchronize()"',
    ),
    Form(
        "cuda error",
        needs=("CUDA error: ", "CUDA Error: ", "CUDA out of memory. ", "HIP error: ", "HIP out of memory. "),
        pattern=r"(?P<message>(?:(?:CUDA|HIP) [Ee]rror: |(?:CUDA|HIP) out of memory\. )\S.*)$",
        language="cuda",
        more="lines",
        hint=("ut of memory",),
        example="CUDA error: out of memory\nCUDA kernel errors might be asynchronously reported at some "
        "other API call, so the"
        " stacktrace below might be incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1",
        says="CUDA error: out of memory\nCUDA kernel errors might be asynchronously reported at some other "
        "API call, so the"
        " stacktrace below might be incorrect.\nFor debugging consider passing CUDA_LAUNCH_BLOCKING=1",
        near_miss="No CUDA errors seen",
    ),
    Form(
        "gpuassert",
        needs=("GPUassert: ", "GPU assert: "),
        pattern=r"(?P<message>GPU ?assert: .{1,300}?) (?P<file>[^\s:]{1,300}\.\w{1,4}) (?P<line>\d{1,6})$",
        language="cuda",
        hint="nearby",
        example="GPUassert: invalid device symbol kernel.cu 30",
        says="GPUassert: invalid device symbol",
        near_miss="GPUassert: is a macro",
    ),
    Form(
        "xid",
        needs="NVRM: Xid (",
        pattern=r"(?:kernel: )?NVRM: (?P<message>Xid \(PCI:[\da-fA-F:.]{5,24}\): (?P<code>\d{1,4}), .*)$",
        language="kernel",
        code="Xid {code}",
        hint=True,
        example="NVRM: Xid (PCI:0000:3b:00): 79, pid=1841, name=python, GPU has fallen off the bus.",
        says="Xid (PCI:0000:3b:00): 79, pid=1841, name=python, GPU has fallen off the bus.",
        near_miss="NVRM: Xid (see documentation) is an error report",
    ),
    Form(
        "driver",
        needs="NVRM: ",
        pattern=r"(?:kernel: )?NVRM: (?P<message>(?:GPU [\da-fA-F:.]{5,24}: (?:GPU has|RmInit)|API mismatch: "
        r"|RmInitAdapter failed"
        r"|This PCI I/O region|The NVIDIA (?:GPU|probe)|No NVIDIA|loading NVIDIA .{1,60} failed"
        r"|rm_init_adapter failed).*)$",
        language="kernel",
        hint=True,
        example="NVRM: API mismatch: the client has the version 535.183.01, but",
        says="API mismatch: the client has the version 535.183.01, but",
        near_miss="NVRM: loading NVIDIA UNIX x86_64 Kernel Module  535.183.01",
    ),
    Form(
        "nvidia-smi",
        needs=(
            "NVIDIA-SMI has failed",
            "initialize NVML",
            "NVIDIA-SMI couldn't",
            "determine the device handle",
            "NVML: ",
        ),
        pattern=r"(?P<message>(?:NVIDIA-SMI has failed|NVIDIA-SMI couldn't|Failed to initialize NVML: |Unable "
        r"to determine the "
        r"device handle for ).*)$",
        more="lines",
        hint=("NVML",),
        example="Failed to initialize NVML: Driver/library version mismatch\nNVML library version: 535.183",
        says="Failed to initialize NVML: Driver/library version mismatch\nNVML library version: 535.183",
        near_miss="nvidia-smi finished, NVML: ok",
    ),
    Form(
        "nvidia container",
        needs="nvidia-container-cli: ",
        pattern=r"nvidia-container-cli: (?P<message>(?:initialization error|requirement error|detection error"
        r"|mount error"
        r"|device error|container error|ldcache error|driver rpc error|input error): .*)$",
        example="nvidia-container-cli: initialization error: nvml error: driver not loaded",
        says="initialization error: nvml error: driver not loaded",
        near_miss="nvidia-container-cli: version 1.14",
    ),
)

PARSER = FormParser("gpu", FORMS)
